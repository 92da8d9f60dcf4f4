package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Loads one class of a stock server with the agent's advice, and everything else as the test. */
final class AdvisedClasses extends ClassLoader {

  private final Line line;
  private final AdviceTransformer transformer;
  private final boolean seesPlugin;

  private AdvisedClasses(Line line, AdviceTransformer transformer, boolean seesPlugin) {
    super(AdvisedClasses.class.getClassLoader());
    this.line = line;
    this.transformer = transformer;
    this.seesPlugin = seesPlugin;
  }

  static ClassLoader of(Line line, AdviceTransformer transformer) {
    return new AdvisedClasses(line, transformer, true);
  }

  /** As in a server whose class loader does not see the agent. */
  static ClassLoader withoutPlugin(Line line, AdviceTransformer transformer) {
    return new AdvisedClasses(line, transformer, false);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    // The outer class, too: a nested one logs with its logger.
    if (!transformer.target().startsWith(name)) {
      if (!seesPlugin && name.startsWith("io.snapkeeper.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
    Class<?> loaded = findLoadedClass(name);
    if (loaded != null) {
      return loaded;
    }
    byte[] stock = bytesOf(name);
    // As if this were the agent's class loader: in another one it changes nothing.
    byte[] advised = transformer.transform(getParent(), name.replace('.', '/'), null, null, stock);
    assertThat(advised != null).as("changes %s", name).isEqualTo(name.equals(transformer.target()));
    byte[] used = advised != null ? advised : stock;
    return defineClass(name, used, 0, used.length);
  }

  private byte[] bytesOf(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    String classPath = ServerLibraries.fromSystemProperty().classPath(line);
    for (String jar : classPath.split(File.pathSeparator, -1)) {
      try (URLClassLoader loader =
              new URLClassLoader(new URL[] {Path.of(jar).toUri().toURL()}, null);
          InputStream in = loader.getResourceAsStream(file)) {
        if (in != null) {
          return in.readAllBytes();
        }
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
    throw new ClassNotFoundException(name);
  }
}
