/** Which file system a log's directory is on, and what follows from it for a log there. */
package io.snapkeeper.wal.filesystem;
