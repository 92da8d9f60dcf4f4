/** What a disk can do, in four numbers, and the file {@code io_properties.yaml} that holds them. */
package io.snapkeeper.wal.profile;
