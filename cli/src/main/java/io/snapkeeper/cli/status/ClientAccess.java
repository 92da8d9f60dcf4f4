package io.snapkeeper.cli.status;

import io.snapkeeper.cli.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import javax.net.SocketFactory;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.ConfigException;
import org.apache.zookeeper.common.X509Exception.SSLContextException;

/**
 * How to speak to the client ports.
 *
 * @param config for sessions: TLS and SASL
 * @param sockets for four-letter words: over TLS where sessions use it
 * @param secure whether the ports speak TLS
 */
public record ClientAccess(ZKClientConfig config, SocketFactory sockets, boolean secure) {

  /** Without a login context the JVM finds none, whatever the rest of the file says. */
  private static final String JVM_PREFIX = "java.security.";

  private static final String NETTY_SOCKET = "org.apache.zookeeper.ClientCnxnSocketNetty";

  /** Neither TLS nor SASL. */
  public static ClientAccess plain() {
    return new ClientAccess(new ZKClientConfig(), SocketFactory.getDefault(), false);
  }

  /**
   * As a file for {@code zkCli.sh -client-configuration} says. {@code java.security.*} keys, which
   * there have to be JVM flags, may stand in it.
   *
   * @throws Failure if the file or a key store that it names cannot be used
   */
  public static ClientAccess of(Optional<Path> file) {
    return file.map(ClientAccess::read).orElseGet(ClientAccess::plain);
  }

  private static ClientAccess read(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new Failure(
          "--client-config " + file + " cannot be read: no such file, or no right to");
    }
    try {
      ZKClientConfig config = new ZKClientConfig(file);
      passOnToTheJvm(file);
      if (!config.getBoolean(ZKClientConfig.SECURE_CLIENT)) {
        return new ClientAccess(config, SocketFactory.getDefault(), false);
      }
      if (config.getProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET) == null) {
        // The only one that knows TLS, and not the default.
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, NETTY_SOCKET);
      }
      try (ClientX509Util tls = new ClientX509Util()) {
        return new ClientAccess(config, tls.createSSLContext(config).getSocketFactory(), true);
      }
    } catch (ConfigException | SSLContextException e) {
      throw new Failure("--client-config " + file + ": " + innermost(e), e);
    }
  }

  private static void passOnToTheJvm(Path file) {
    Properties properties = new Properties();
    try (var in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (java.io.IOException | IllegalArgumentException e) {
      throw new Failure("--client-config " + file + ": " + e.getMessage(), e);
    }
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith(JVM_PREFIX) && System.getProperty(key) == null) {
        System.setProperty(key, properties.getProperty(key).strip());
      }
    }
  }

  private static String innermost(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
