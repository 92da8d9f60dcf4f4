package io.snapkeeper.wal.bulk;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * One file to be written.
 *
 * @param path the file; an existing one is emptied
 * @param expectedBytes about how large it will be; 0 if unknown
 * @param pace when requests go
 * @param givenUp asked now and then by both threads; once true, the write ends within 20 ms plus
 *     the time of the request that the disk holds
 * @param opener makes the file
 */
public record BulkWrite(
    Path path, long expectedBytes, Pace pace, BooleanSupplier givenUp, BulkFile.Opener opener) {}
