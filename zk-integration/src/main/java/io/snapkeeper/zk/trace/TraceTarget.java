package io.snapkeeper.zk.trace;

import java.nio.file.Path;

/**
 * Where a trace goes.
 *
 * @param file absolute
 * @param bytesMax the size at which tracing stops, at least 1
 */
public record TraceTarget(Path file, long bytesMax) {}
