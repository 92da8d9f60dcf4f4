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
final class StockLibraries {

  private StockLibraries() {}

  static URLClassLoader loader(Line line) {
    String classPath = ServerLibraries.fromSystemProperty().classPath(line);
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
