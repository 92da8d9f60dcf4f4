package io.snapkeeper.simulation.explore;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code mutants.txt}; the file says how it is written. */
final class MutantCatalog {

  private static final String FOR_ALL = "*";

  private final List<Mutant> mutants = new ArrayList<>();
  private final List<Mutant.Edit> forAll = new ArrayList<>();
  private List<Mutant.Edit> edits = forAll;
  private String file;
  private final List<String> find = new ArrayList<>();
  private final List<String> replacement = new ArrayList<>();

  private MutantCatalog() {}

  static List<Mutant> read() {
    try (InputStream in = MutantCatalog.class.getResourceAsStream("mutants.txt")) {
      MutantCatalog catalog = new MutantCatalog();
      new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(catalog::line);
      catalog.endEdit();
      return catalog.complete();
    } catch (IOException e) {
      throw new IllegalStateException("cannot read mutants.txt", e);
    }
  }

  private void line(String line) {
    if (line.startsWith("-") && !replacement.isEmpty()) {
      endEdit();
    }
    if (line.startsWith("-")) {
      find.add(line.substring(1));
    } else if (line.startsWith("+")) {
      replacement.add(line.substring(1));
    } else if (!line.isBlank() && !line.startsWith("#")) {
      endEdit();
      if (line.startsWith("== ")) {
        begin(line.substring(3).split(" \\| ", 3));
      } else {
        file = line.strip();
      }
    }
  }

  private void begin(String[] heading) {
    edits = forAll;
    if (!heading[0].equals(FOR_ALL)) {
      edits = new ArrayList<>();
      mutants.add(new Mutant(heading[0], heading[1], heading[2], edits));
    }
  }

  private void endEdit() {
    if (!find.isEmpty()) {
      edits.add(new Mutant.Edit(file, String.join("\n", find), String.join("\n", replacement)));
      find.clear();
      replacement.clear();
    }
  }

  private List<Mutant> complete() {
    List<Mutant> complete = new ArrayList<>();
    for (Mutant mutant : mutants) {
      List<Mutant.Edit> all = new ArrayList<>(forAll);
      all.addAll(mutant.edits());
      complete.add(
          new Mutant(
              mutant.name(), mutant.configuration(), mutant.description(), List.copyOf(all)));
    }
    return List.copyOf(complete);
  }
}
