package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;

/**
 * The names of the classes that servers load, of which archives for them are made. One made by an
 * older build, or of another line's servers, has fewer classes than it could have, and none that
 * does not belong into an archive: names that a class path does not have are passed over.
 *
 * <p>Thread-safe, across processes too.
 *
 * @param libraries of whose servers, with the plugin, the list is made
 */
public record ClassList(ServerLibraries libraries) {

  private static final String OF_ONE_SERVER = "classes.txt";

  /** So few that a handful of writes brings about a snapshot. */
  private static final int SNAP_COUNT = 10;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * The list, made if there is none, which takes seconds: three servers start.
   *
   * @throws IOException if it cannot be made
   * @throws EnsembleException if those servers do not start
   */
  public Path prepare() throws IOException {
    Path list = libraries.repository().resolve("ensemble/target/classes-of-servers.txt");
    new MadeOnce(list).unless(() -> Files.isRegularFile(list), this::write);
    return list;
  }

  /**
   * What the servers of an ensemble load until they have written, snapshotted and told of it: a
   * leader and its followers.
   */
  private void write(Path made) throws IOException {
    EnsembleSpec.Builder spec =
        EnsembleSpec.builder()
            .libraries(libraries)
            .line(Line.V3_9)
            .agent(libraries.agentJar())
            .voters(3)
            .directory(ScratchDirectory.get())
            .heapMegabytes(96)
            .shortLived()
            .config("snapCount", Integer.toString(SNAP_COUNT));
    for (long sid = 1; sid <= 3; sid++) {
      String flag = "-XX:DumpLoadedClassList=" + OF_ONE_SERVER;
      spec.server(sid, server -> server.withJvmFlag(flag));
    }
    Set<String> lines = new LinkedHashSet<>();
    try (Ensemble ensemble = new Ensemble(spec.build())) {
      ensemble.start(PATIENCE);
      use(ensemble);
      ensemble.sids().forEach(ensemble::stop);
      for (long sid : ensemble.sids()) {
        lines.addAll(
            Files.readAllLines(
                ensemble.directory().resolve("server-" + sid + "/" + OF_ONE_SERVER)));
      }
    }
    Files.write(made, lines, StandardCharsets.UTF_8);
  }

  /** Has each server do what nearly every test has it do. */
  private static void use(Ensemble ensemble) throws IOException {
    for (long sid : ensemble.sids()) {
      ensemble.admin(sid).get("snapkeeper");
      ensemble.jmx(sid).close();
    }
    try (CuratorFramework client = Clients.connect(ensemble.addresses(), 0)) {
      for (int write = 0; write < 3 * SNAP_COUNT; write++) {
        client.create().forPath("/w" + write);
      }
      client.getChildren().forPath("/");
      client.setData().forPath("/w0", new byte[] {1});
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("writing to a server: " + e.getMessage(), e);
    }
  }
}
