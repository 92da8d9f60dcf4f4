package io.snapkeeper.simulation.trace;

/**
 * What was held against each other in the traces of one run.
 *
 * @param reports that a leader took and their member made
 * @param grants that a member heard and a leader made
 * @param beyondTheEnd reports and grants whose other side is missing because that server's section
 *     ends before it: it was killed, or its trace was copied or ended earlier
 */
public record RunFigures(long reports, long grants, long beyondTheEnd) {}
