package io.snapkeeper.metrics.json;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes maps, lists, strings, numbers, booleans and null as JSON. ZooKeeper's own JSON library is
 * optional on a server, and the JMX bean must work without it.
 */
public final class Json {

  private Json() {}

  /**
   * @throws IllegalArgumentException for a value of any other type
   */
  public static String write(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof String text) {
      appendString(out, text);
    } else if (value instanceof Map<?, ?> map) {
      appendMap(out, map);
    } else if (value instanceof List<?> list) {
      appendList(out, list);
    } else {
      throw new IllegalArgumentException("no JSON form for " + value.getClass());
    }
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map) {
    out.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      appendString(out, entry.getKey().toString());
      out.append(':');
      append(out, entry.getValue());
      if (entries.hasNext()) {
        out.append(',');
      }
    }
    out.append('}');
  }

  private static void appendList(StringBuilder out, List<?> list) {
    out.append('[');
    for (int i = 0; i < list.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      append(out, list.get(i));
    }
    out.append(']');
  }

  private static void appendString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
