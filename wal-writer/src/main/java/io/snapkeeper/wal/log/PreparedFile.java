package io.snapkeeper.wal.log;

/**
 * A log file that nobody reads yet: its name is none of a log's.
 *
 * @param zeroedBytes of written zeros at its beginning
 * @param sizeBytes of the file
 */
record PreparedFile(LogFile file, String name, long zeroedBytes, long sizeBytes) {}
