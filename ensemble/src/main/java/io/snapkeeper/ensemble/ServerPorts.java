package io.snapkeeper.ensemble;

/**
 * The TCP ports of one server, all bound to 127.0.0.1.
 *
 * @param client for clients
 * @param quorum learners connect to the leader here
 * @param election leader election
 * @param admin the AdminServer's HTTP port
 */
public record ServerPorts(int client, int quorum, int election, int admin) {}
