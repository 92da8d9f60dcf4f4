/** The memory that a server shares with its log writer process. */
package io.snapkeeper.wal.ring;
