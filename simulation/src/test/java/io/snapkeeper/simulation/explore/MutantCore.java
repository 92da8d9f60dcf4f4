package io.snapkeeper.simulation.explore;

import io.snapkeeper.core.schedule.SnapshotScheduler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A core with a fault: its changed sources compiled in memory, and a class loader in which it, the
 * monitor and the explorer are all loaded anew, so that the three belong together.
 */
final class MutantCore extends ClassLoader {

  private static final List<String> LOADED_ANEW =
      List.of(
          "io.snapkeeper.core.",
          "io.snapkeeper.simulation.check.",
          "io.snapkeeper.simulation.explore.");

  private final Map<String, byte[]> changed;

  private MutantCore(Map<String, byte[]> changed) {
    super(MutantCore.class.getClassLoader());
    this.changed = changed;
  }

  /** Compiles the mutant; fails if an edit does not fit the source or does not compile. */
  static MutantCore compile(Mutant mutant) {
    Path sources =
        Path.of(
            System.getProperty("snapkeeper.repo"),
            "scheduler-core/src/main/java/io/snapkeeper/core");
    Map<String, String> texts = new LinkedHashMap<>();
    for (Mutant.Edit edit : mutant.edits()) {
      texts.computeIfAbsent(edit.file(), file -> read(sources.resolve(file)));
      texts.computeIfPresent(edit.file(), (file, text) -> edit.applyTo(text, mutant.name()));
    }
    return new MutantCore(compile(mutant.name(), texts));
  }

  /** Looks for a broken rule, as {@link Hunt#run} does, with this core. */
  @SuppressWarnings("unchecked")
  List<String> hunt(String configuration, long statesMax) {
    try {
      return (List<String>)
          loadClass(Hunt.class.getName())
              .getMethod("run", String.class, long.class)
              .invoke(null, configuration, statesMax);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the exploration of a mutant failed", e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (LOADED_ANEW.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] code = changed.get(name);
    if (code == null) {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        code = in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
    return defineClass(name, code, 0, code.length);
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new AssertionError("a mutant changes a source that is not there: " + source, e);
    }
  }

  private static Map<String, byte[]> compile(String mutant, Map<String, String> texts) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    List<JavaFileObject> units = new ArrayList<>();
    texts.forEach((file, text) -> units.add(new Source(file, text)));
    try (StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null)) {
      InMemory output = new InMemory(standard);
      List<String> options = List.of("-proc:none", "-classpath", coreClasses());
      if (!compiler.getTask(complaints, output, null, options, null, units).call()) {
        throw new AssertionError("mutant " + mutant + " does not compile:\n" + complaints);
      }
      return output.classes();
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("cannot compile mutant " + mutant, e);
    }
  }

  private static String coreClasses() throws URISyntaxException {
    return Path.of(
            SnapshotScheduler.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String file, String text) {
      super(URI.create("mutant:///io/snapkeeper/core/" + file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    InMemory(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mutant:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          written.put(className, out);
          return out;
        }
      };
    }

    Map<String, byte[]> classes() {
      Map<String, byte[]> classes = new HashMap<>();
      written.forEach((name, out) -> classes.put(name, out.toByteArray()));
      return classes;
    }
  }
}
