package io.snapkeeper.metrics;

/**
 * How one server writes its transaction log.
 *
 * @param way 0 ZooKeeper itself, 1 the plugin from inside the server, 2 a process of its own
 * @param overruns commits that found no zeros to overwrite
 * @param respawns writer processes that were replaced
 */
public record LogWritingFigures(int way, long overruns, long respawns) {}
