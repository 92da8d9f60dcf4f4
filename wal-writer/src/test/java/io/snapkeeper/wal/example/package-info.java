/** An application to copy from: a key-value store on a write-ahead log. */
package io.snapkeeper.wal.example;
