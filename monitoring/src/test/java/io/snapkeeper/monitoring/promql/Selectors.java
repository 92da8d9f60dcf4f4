package io.snapkeeper.monitoring.promql;

import io.snapkeeper.monitoring.promql.Selector.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the selectors of an expression. It must be valid PromQL: promtool says whether it is. */
public final class Selectors {

  private static final Set<String> AGGREGATIONS =
      Set.of("sum", "min", "max", "avg", "count", "quantile", "topk", "bottomk", "stddev", "group");

  /** These are followed by labels in parentheses. */
  private static final Set<String> GROUPINGS =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");

  private static final Set<String> OPERATORS =
      Set.of("and", "or", "unless", "offset", "bool", "inf", "nan");

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<string>\"(?:[^\"\\\\]|\\\\.)*\")"
              + "|(?<range>\\[[^\\]]*\\])"
              + "|(?<number>[0-9][0-9.a-z]*)"
              + "|(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)\\s*(?<next>[({]?)");

  private static final Pattern MATCHER =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)\\s*(=~|!~|!=|=)\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private Selectors() {}

  public static List<Selector> of(String expression) {
    List<Selector> selectors = new ArrayList<>();
    var token = TOKEN.matcher(expression);
    int at = 0;
    while (token.find(at)) {
      at = token.end();
      String name = token.group("name");
      if (name == null || AGGREGATIONS.contains(name) || OPERATORS.contains(name)) {
        continue;
      }
      String next = token.group("next");
      if (GROUPINGS.contains(name)) {
        at = next.equals("(") ? end(expression, at, ')') : at;
      } else if (next.equals("{")) {
        int end = end(expression, at, '}');
        selectors.add(new Selector(name, matchers(expression.substring(at, end))));
        at = end;
      } else if (next.isEmpty()) {
        selectors.add(new Selector(name, List.of()));
      }
    }
    return selectors;
  }

  private static int end(String expression, int from, char close) {
    int end = expression.indexOf(close, from);
    if (end < 0) {
      throw new IllegalArgumentException("no " + close + " after " + expression.substring(from));
    }
    return end;
  }

  private static List<Matcher> matchers(String text) {
    return MATCHER
        .matcher(text)
        .results()
        .map(found -> new Matcher(found.group(1), found.group(2), found.group(3)))
        .toList();
  }
}
