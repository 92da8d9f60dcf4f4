package io.snapkeeper.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every link of a page into this repository leads to a file, and to a heading where it names one.
 */
class DocLinksTest {

  private static final Path REPO = Path.of(System.getProperty("snapkeeper.repo"));

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
  private static final Pattern SCHEME = Pattern.compile("[a-z]+:.*");
  private static final Pattern LINK_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");

  private static final List<String> DIRECTORIES = List.of("docs", "docker", "deploy");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages()) {
      for (String link :
          LINK.matcher(Files.readString(page)).results().map(r -> r.group(1)).toList()) {
        if (!SCHEME.matcher(link).matches()) {
          links++;
          if (!leadsSomewhere(page, link)) {
            broken.add(REPO.relativize(page) + ": " + link);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(200);
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(REPO.resolve("README.md")));
    pages.add(REPO.resolve("CONTRIBUTING.md"));
    for (String directory : DIRECTORIES) {
      try (Stream<Path> files = Files.walk(REPO.resolve(directory))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? page : page.resolveSibling(file);
    if (hash < 0 || !target.toString().endsWith(".md")) {
      return Files.exists(target);
    }
    return Files.exists(target) && anchors(target).contains(link.substring(hash + 1));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      code ^= line.startsWith("```");
      Matcher heading = HEADING.matcher(line);
      if (code || !heading.matches()) {
        continue;
      }
      String text = LINK_TEXT.matcher(heading.group(1)).replaceAll((MatchResult r) -> r.group(1));
      String anchor =
          text.strip()
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
              .replace(' ', '-');
      int before = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }
}
