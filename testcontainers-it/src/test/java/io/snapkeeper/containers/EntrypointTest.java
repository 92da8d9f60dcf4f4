package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The image's scripts, run by this machine's shell with a java that only says how it was called.
 */
class EntrypointTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final Path docker = Path.of(System.getProperty("snapkeeper.repo"), "docker");

  @TempDir Path root;

  private Map<String, String> environment;

  @BeforeEach
  void prepare() throws IOException {
    Path bin = Files.createDirectories(root.resolve("bin"));
    Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment = new HashMap<>();
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    for (String directory : List.of("CONF", "DATA", "DATA_LOG")) {
      Path path = Files.createDirectories(root.resolve(directory));
      environment.put("ZOO_" + directory + "_DIR", path.toString());
    }
    environment.put("SNAPKEEPER_AGENT", "off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"entrypoint", "healthcheck", "zkCli.sh"})
  void scriptsAreValidForSh(String script) throws Exception {
    assertThat(sh("-n", docker.resolve("image").resolve(script).toString()).output()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"build-image", "local-base"})
  void scriptsAreValidForBash(String script) throws Exception {
    Command.Result checked =
        Command.run(TIMEOUT, Map.of(), List.of("bash", "-n", docker.resolve(script).toString()));
    assertThat(checked).isEqualTo(new Command.Result(0, ""));
  }

  @Test
  void writesConfigurationAndId() throws Exception {
    environment.put("ZOO_MY_ID", "3");
    environment.put("ZOO_SERVERS", "server.3=a:2888:3888;2181 server.4=b:2888:3888;2181");
    environment.put("ZOO_CFG_EXTRA", "snapCount=2000 snapkeeper.scheduler=off");
    environment.put("ZOO_4LW_COMMANDS_WHITELIST", "*");
    environment.put("SERVER_JVMFLAGS", "-Done=1 -Dtwo=2");

    Command.Result started = entrypoint();

    assertThat(started.status()).as(started.output()).isZero();
    assertThat(started.output().lines())
        .contains("-Xmx1000m", "-Done=1", "-Dtwo=2")
        .noneMatch(argument -> argument.startsWith("-javaagent"))
        .last()
        .isEqualTo(root.resolve("CONF/zoo.cfg").toString());
    assertThat(Files.readAllLines(root.resolve("CONF/zoo.cfg")))
        .contains(
            "dataDir=" + root.resolve("DATA"),
            "dataLogDir=" + root.resolve("DATA_LOG"),
            "server.3=a:2888:3888;2181",
            "server.4=b:2888:3888;2181",
            "snapCount=2000",
            "snapkeeper.scheduler=off",
            "4lw.commands.whitelist=*");
    assertThat(root.resolve("DATA/myid")).hasContent("3");
  }

  @Test
  void keepsAConfigurationThatIsThere() throws Exception {
    Files.writeString(root.resolve("CONF/zoo.cfg"), "mine=1\n");

    assertThat(entrypoint().status()).isZero();

    assertThat(root.resolve("CONF/zoo.cfg")).hasContent("mine=1");
  }

  @Test
  void refusesTheVolumeOfAnotherServer() throws Exception {
    Files.writeString(root.resolve("DATA/myid"), "2\n");
    environment.put("ZOO_MY_ID", "3");

    Command.Result refused = entrypoint();

    assertThat(refused.status()).isEqualTo(64);
    assertThat(refused.output()).contains("ZOO_MY_ID is 3").contains("myid says 2");
  }

  @Test
  void saysWhatTheAgentSwitchAllows() throws Exception {
    environment.put("SNAPKEEPER_AGENT", "yes");

    Command.Result refused = entrypoint();

    assertThat(refused.status()).isEqualTo(64);
    assertThat(refused.output()).contains("SNAPKEEPER_AGENT is \"yes\"; allowed: on, off");
  }

  @Test
  void runsAnotherCommandAsItIs() throws Exception {
    assertThat(sh(docker.resolve("image/entrypoint").toString(), "echo", "a b"))
        .isEqualTo(new Command.Result(0, "a b\n"));
  }

  private Command.Result entrypoint() throws IOException, InterruptedException {
    return sh(docker.resolve("image/entrypoint").toString());
  }

  private Command.Result sh(String... arguments) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("sh"));
    command.addAll(List.of(arguments));
    return Command.run(TIMEOUT, environment, command);
  }
}
