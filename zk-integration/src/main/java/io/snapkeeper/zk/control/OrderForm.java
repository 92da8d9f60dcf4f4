package io.snapkeeper.zk.control;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** An order as it comes over HTTP: {@code application/x-www-form-urlencoded}. */
public final class OrderForm {

  /** The longest order is under 100 bytes. */
  private static final int BYTES_MAX = 4_096;

  private final Map<String, String> fields;

  private OrderForm(Map<String, String> fields) {
    this.fields = fields;
  }

  /**
   * @throws IllegalArgumentException if this is no form
   */
  public static OrderForm read(InputStream body) throws IOException {
    byte[] bytes = body == null ? new byte[0] : body.readNBytes(BYTES_MAX + 1);
    if (bytes.length > BYTES_MAX) {
      throw new IllegalArgumentException("the order is longer than " + BYTES_MAX + " bytes");
    }
    Map<String, String> fields = new HashMap<>();
    String text = new String(bytes, StandardCharsets.UTF_8).trim();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "\"" + pair + "\" is no name=value; send action=... as a form");
      }
      fields.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
    }
    return new OrderForm(fields);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /**
   * Carries the order out.
   *
   * @return what was done
   * @throws IllegalArgumentException if a field is missing or wrong
   * @throws IllegalStateException if this server cannot take orders
   */
  public String carryOut(Orders orders) {
    String action = text("action");
    return switch (action) {
      case "pause" -> orders.pause(number("seconds"));
      case "off" -> orders.off(number("seconds"));
      case "resume" -> orders.resume();
      case "snapshot" -> orders.snapshotNow(number("sid"));
      case "limit" -> orders.setLimit(text("name"), number("value"));
      default ->
          throw new IllegalArgumentException(
              "action is \"" + action + "\"; allowed: pause, off, resume, snapshot, limit");
    };
  }

  private String text(String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the order lacks \"" + name + "\"");
    }
    return value;
  }

  private long number(String name) {
    String value = text(name);
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name + " is \"" + value + "\"; allowed: a whole number", e);
    }
  }
}
