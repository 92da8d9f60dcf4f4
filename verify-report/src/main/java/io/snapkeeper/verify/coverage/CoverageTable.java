package io.snapkeeper.verify.coverage;

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
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IBundleCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;

/** Lines and branches that ran, per module, as a table for people. */
final class CoverageTable {

  private CoverageTable() {}

  /**
   * @param repo a built checkout
   * @param collected what its JVMs have reported
   */
  static String of(Path repo, ExecutionDataStore collected) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%-18s %7s %6s %9s %6s%n", "Module", "lines", "%", "branches", "%"));
    ExecutionDataStore ofTheBuild = onlyOf(idsOfTheBuild(repo), collected);
    List<IBundleCoverage> all = new ArrayList<>();
    for (Path classes : moduleClasses(repo)) {
      IBundleCoverage module = analyse(repo, classes, ofTheBuild);
      append(text, module.getName(), List.of(module));
      all.add(module);
    }
    append(text, "all", all);
    return text.toString();
  }

  private static List<Path> moduleClasses(Path repo) throws IOException {
    try (Stream<Path> modules = Files.list(repo)) {
      return modules
          .map(module -> module.resolve("target").resolve("classes").resolve("io"))
          .filter(Files::isDirectory)
          .map(Path::getParent)
          .sorted()
          .toList();
    }
  }

  /** Of all classes in the modules' directories and jars, libraries in them included. */
  private static Set<Long> idsOfTheBuild(Path repo) throws IOException {
    Set<Long> ids = new HashSet<>();
    Analyzer analyzer =
        new Analyzer(new ExecutionDataStore(), coverage -> ids.add(coverage.getId()));
    for (Path classes : moduleClasses(repo)) {
      analyzer.analyzeAll(classes.toFile());
      try (Stream<Path> beside = Files.list(classes.getParent())) {
        for (Path jar : beside.filter(file -> file.toString().endsWith(".jar")).toList()) {
          analyzer.analyzeAll(jar.toFile());
        }
      }
    }
    return ids;
  }

  /**
   * Without the classes that tests make themselves. A mutant of the core has the name of the class
   * that it was made from, and what ran of it says nothing about that one.
   */
  private static ExecutionDataStore onlyOf(Set<Long> ids, ExecutionDataStore collected) {
    ExecutionDataStore store = new ExecutionDataStore();
    for (ExecutionData data : collected.getContents()) {
      if (ids.contains(data.getId())) {
        store.put(data);
      }
    }
    return store;
  }

  private static void append(StringBuilder text, String name, List<IBundleCoverage> parts) {
    long[] sums = new long[4];
    for (IBundleCoverage part : parts) {
      add(sums, 0, part.getLineCounter());
      add(sums, 2, part.getBranchCounter());
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%-18s %7d %6.1f %9d %6.1f%n",
            name,
            sums[0],
            percent(sums, 0),
            sums[2],
            percent(sums, 2)));
  }

  private static void add(long[] sums, int at, ICounter counter) {
    sums[at] += counter.getTotalCount();
    sums[at + 1] += counter.getCoveredCount();
  }

  private static double percent(long[] sums, int at) {
    return sums[at] == 0 ? 100 : 100.0 * sums[at + 1] / sums[at];
  }

  private static IBundleCoverage analyse(Path repo, Path classes, ExecutionDataStore collected)
      throws IOException {
    ExecutionDataStore ownIds = withOwnIds(classes, collected);
    CoverageBuilder builder = new CoverageBuilder();
    new Analyzer(ownIds, builder).analyzeAll(classes.toFile());
    return builder.getBundle(repo.relativize(classes).getName(0).toString());
  }

  /**
   * The agent jar has the same classes with other constants, as it brings its libraries under names
   * of its own. JaCoCo takes them for other classes, by a checksum; their probes are the same.
   */
  private static ExecutionDataStore withOwnIds(Path classes, ExecutionDataStore collected)
      throws IOException {
    CoverageBuilder classesOfModule = new CoverageBuilder();
    new Analyzer(new ExecutionDataStore(), classesOfModule).analyzeAll(classes.toFile());
    Map<String, Long> ids = new HashMap<>();
    classesOfModule.getClasses().forEach(each -> ids.put(each.getName(), each.getId()));
    ExecutionDataStore store = new ExecutionDataStore();
    for (ExecutionData data : collected.getContents()) {
      Long id = ids.get(data.getName());
      if (id != null) {
        store.put(new ExecutionData(id, data.getName(), data.getProbes().clone()));
      }
    }
    return store;
  }
}
