package io.snapkeeper.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the build. */
final class VersionFromBuild implements IVersionProvider {

  @Override
  public String[] getVersion() throws IOException {
    Properties build = new Properties();
    try (InputStream in = VersionFromBuild.class.getResourceAsStream("build.properties")) {
      build.load(in);
    }
    return new String[] {"snapkeeper " + build.getProperty("version")};
  }
}
