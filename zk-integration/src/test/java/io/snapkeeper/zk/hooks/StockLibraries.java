package io.snapkeeper.zk.hooks;

import io.snapkeeper.ensemble.ServerLibraries;
import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/** The jars of a stock server in a loader of their own. */
public final class StockLibraries {

  private StockLibraries() {}

  static URLClassLoader loader(Line line) {
    return loader(ServerLibraries.fromSystemProperty(), line);
  }

  /** The caller closes it. */
  public static URLClassLoader loader(ServerLibraries libraries, Line line) {
    String classPath = libraries.classPath(line);
    URL[] jars =
        Arrays.stream(classPath.split(File.pathSeparator, -1))
            .map(StockLibraries::url)
            .toArray(URL[]::new);
    return new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String jar) {
    try {
      return Path.of(jar).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
