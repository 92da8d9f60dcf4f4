package io.snapkeeper.metrics.http;

import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where and for whom metrics are served.
 *
 * @param host name or address of the interface to listen on
 * @param port 1 to 65535
 * @param tls with the server's key; empty for plain HTTP
 * @param passwords of those who may scrape; empty if everybody may
 */
public record EndpointConfig(
    String host, int port, Optional<SSLContext> tls, Optional<PasswordFile> passwords) {}
