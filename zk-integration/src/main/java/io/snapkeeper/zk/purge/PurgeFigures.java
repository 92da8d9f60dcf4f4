package io.snapkeeper.zk.purge;

/**
 * What came of the purges that ZooKeeper's timer started since the start of the server.
 *
 * @param waiting whether one waits for this server's slot
 * @param deferred those that did not run when the timer started them
 * @param inSlot those of the deferred that ran in this server's slot
 * @param overdue those of the deferred that no slot came for until the timer started the next one
 */
public record PurgeFigures(boolean waiting, long deferred, long inSlot, long overdue) {}
