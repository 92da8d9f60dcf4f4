/** Who may write the logs of a directory: one server at a time, and one writer for it. */
package io.snapkeeper.wal.owner;
