/**
 * Measures a disk through one temporary file: the four numbers of its model, and the latency of
 * log-like writes beside bulk reads and writes. Knows nothing of the command line.
 */
package io.snapkeeper.cli.profile.measure;
