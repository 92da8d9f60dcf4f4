package io.snapkeeper.cli.orders;

import io.snapkeeper.cli.Span;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is ordered, in the two forms in which a leader takes it. */
sealed interface Order {

  /** Fields of the form that the AdminServer's command takes. */
  Map<String, String> form();

  /** Name of the bean's operation. */
  String operation();

  /** Its arguments: Long or String. */
  Object[] arguments();

  record Pause(Span span) implements Order {
    @Override
    public Map<String, String> form() {
      return Map.of("action", "pause", "seconds", Long.toString(span.seconds()));
    }

    @Override
    public String operation() {
      return "pause";
    }

    @Override
    public Object[] arguments() {
      return new Object[] {span.seconds()};
    }
  }

  record Off(Span span) implements Order {
    @Override
    public Map<String, String> form() {
      return Map.of("action", "off", "seconds", Long.toString(span.seconds()));
    }

    @Override
    public String operation() {
      return "off";
    }

    @Override
    public Object[] arguments() {
      return new Object[] {span.seconds()};
    }
  }

  record Resume() implements Order {
    @Override
    public Map<String, String> form() {
      return Map.of("action", "resume");
    }

    @Override
    public String operation() {
      return "resume";
    }

    @Override
    public Object[] arguments() {
      return new Object[0];
    }
  }

  record SnapshotNow(long sid) implements Order {
    @Override
    public Map<String, String> form() {
      return Map.of("action", "snapshot", "sid", Long.toString(sid));
    }

    @Override
    public String operation() {
      return "snapshotNow";
    }

    @Override
    public Object[] arguments() {
      return new Object[] {sid};
    }
  }

  record Limit(String name, long value) implements Order {
    @Override
    public Map<String, String> form() {
      Map<String, String> form = new LinkedHashMap<>();
      form.put("action", "limit");
      form.put("name", name);
      form.put("value", Long.toString(value));
      return form;
    }

    @Override
    public String operation() {
      return "setLimit";
    }

    @Override
    public Object[] arguments() {
      return new Object[] {name, value};
    }
  }
}
