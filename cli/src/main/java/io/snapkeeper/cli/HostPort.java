package io.snapkeeper.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A TCP address as users write it: {@code host:port} or {@code [v6]:port}.
 *
 * @param host name or address, without brackets
 * @param port 1..65535
 */
public record HostPort(String host, int port) {

  /**
   * @throws IllegalArgumentException with a message for the user
   */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0 || colon == text.length() - 1) {
      throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not HOST:PORT; write an IPv6 address as [ADDRESS]:PORT");
    }
    int port;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' has no port number after its colon", e);
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port " + port + " in '" + text + "' is not in 1..65535");
    }
    return new HostPort(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** For picocli. */
  public static final class Converter implements ITypeConverter<HostPort> {
    @Override
    public HostPort convert(String value) {
      try {
        return parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
