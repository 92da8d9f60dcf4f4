package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The image's scripts, run by this machine's shell, with programs in the place of those that would
 * start or ask a server.
 */
class EntrypointTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String AGENT = "-javaagent:/plugin/snapkeeper-agent.jar";

  private final Path docker = Path.of(System.getProperty("snapkeeper.repo"), "docker");

  @TempDir Path root;

  private Path bin;
  private Map<String, String> environment;

  @BeforeEach
  void prepare() throws IOException {
    bin = Files.createDirectories(root.resolve("bin"));
    Files.createFile(Files.createDirectory(root.resolve("plugin")).resolve("snapkeeper-agent.jar"));
    environment = new HashMap<>();
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image/snapkeeper-entrypoint",
        "image/snapkeeper-health",
        "standin/docker-entrypoint.sh",
        "standin/zkServer.sh",
        "standin/zkCli.sh"
      })
  void scriptsAreValidForSh(String script) throws Exception {
    assertThat(sh("-n", docker.resolve(script).toString()).output()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "build-cli-image",
        "build-image",
        "image-functions",
        "local-base",
        "local-prometheus",
        "local-zookeeper",
        "up"
      })
  void scriptsAreValidForBash(String script) throws Exception {
    Command.Result checked =
        Command.run(TIMEOUT, Map.of(), List.of("bash", "-n", docker.resolve(script).toString()));
    assertThat(checked).isEqualTo(new Command.Result(0, ""));
  }

  @Test
  void addsThePluginToTheServersFlags() throws Exception {
    environment.put("SERVER_JVMFLAGS", "-Done=1");

    assertThat(entrypoint("zkServer.sh", "start-foreground").output())
        .isEqualToNormalizingWhitespace("zkServer.sh start-foreground with " + AGENT + " -Done=1");
  }

  @ParameterizedTest
  @CsvSource({
    "SNAPKEEPER_AGENT,     off, ''",
    "SNAPKEEPER_SCHEDULER, off, -javaagent:/plugin/snapkeeper-agent.jar -Dsnapkeeper.scheduler=off",
    "SNAPKEEPER_SCHEDULER, on,  -javaagent:/plugin/snapkeeper-agent.jar -Dsnapkeeper.scheduler=on",
    "SERVER_JVMFLAGS, -javaagent:/opt/snapkeeper-agent.jar, -javaagent:/opt/snapkeeper-agent.jar",
    "JVMFLAGS,        -javaagent:/opt/snapkeeper-agent.jar, ''",
    "SERVER_JVMFLAGS, -cp /plugin/snapkeeper-agent.jar, -javaagent:/plugin/snapkeeper-agent.jar -cp /plugin/snapkeeper-agent.jar"
  })
  void switchesOnlyWhatIsAskedFor(String variable, String value, String flags) throws Exception {
    environment.put(variable, value);

    assertThat(entrypoint("zkServer.sh", "start-foreground").output())
        .isEqualToNormalizingWhitespace("zkServer.sh start-foreground with " + flags);
  }

  /** With a -javaagent that names it the JVM would not start. */
  @Test
  void withoutTheJarTheServerIsStock() throws Exception {
    Files.delete(root.resolve("plugin/snapkeeper-agent.jar"));

    assertThat(entrypoint("zkServer.sh", "start-foreground").output())
        .contains("/plugin/snapkeeper-agent.jar cannot be read: no plugin, the server runs stock")
        .endsWith("zkServer.sh start-foreground with  \n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SNAPKEEPER_AGENT", "SNAPKEEPER_SCHEDULER"})
  void saysWhatASwitchAllows(String variable) throws Exception {
    environment.put(variable, "yes");

    assertThat(entrypoint("zkServer.sh", "start-foreground"))
        .isEqualTo(
            new Command.Result(64, "snapkeeper: " + variable + " is \"yes\"; allowed: on, off\n"));
  }

  @Test
  void anotherCommandGetsNoPlugin() throws Exception {
    assertThat(entrypoint("echo", "a b").output()).isEqualToNormalizingWhitespace("echo a b with");
  }

  @Test
  void theStandInWritesConfigurationAndId() throws Exception {
    standInEnvironment();
    environment.put("ZOO_MY_ID", "3");
    environment.put("ZOO_SERVERS", "server.3=a:2888:3888;2181 server.4=b:2888:3888;2181");
    environment.put("ZOO_CFG_EXTRA", "snapCount=2000 snapkeeper.scheduler=off");
    environment.put("ZOO_4LW_COMMANDS_WHITELIST", "*");

    assertThat(standIn().status()).isZero();

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
  void theStandInKeepsWhatIsThere() throws Exception {
    standInEnvironment();
    Files.writeString(root.resolve("CONF/zoo.cfg"), "mine=1\n");
    Files.writeString(root.resolve("DATA/myid"), "7\n");

    assertThat(standIn().status()).isZero();

    assertThat(root.resolve("CONF/zoo.cfg")).hasContent("mine=1");
    assertThat(root.resolve("DATA/myid")).hasContent("7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-      | on  | -                                      | 1 | the server does not serve",
        "leader | on  | {\"plugin\" : {\"scheduler\" : \"on\"}}     | 0 | leader",
        "leader | on  | {\"plugin\" : {\"scheduler\" : \"failed\"}} | 1 | the plugin has failed",
        "leader | on  | {\"error\" : \"Unknown command\"}        | 1 | the plugin does not answer",
        "leader | on  | -                                      | 1 | the plugin does not answer",
        "leader | off | -                                      | 0 | leader"
      })
  void healthLooksAtThePluginWhereItShouldBe(
      String role, String agent, String answer, int status, String said) throws Exception {
    environment.put("SNAPKEEPER_AGENT", agent);
    String health = health(role, answer);

    Command.Result checked = sh(health, "plugin");

    assertThat(checked.status()).isEqualTo(status);
    assertThat(checked.output()).contains(said);
    // What may restart a container does not look at the plugin.
    assertThat(sh(health).status()).isEqualTo(role == null ? 1 : 0);
  }

  private String health(String role, String answer) throws IOException {
    program("nc", role == null ? "exit 1" : "echo 'Mode: " + role + "'");
    program("wget", answer == null ? "exit 8" : "echo '" + answer + "'");
    return docker.resolve("image/snapkeeper-health").toString();
  }

  private void program(String name, String script) throws IOException {
    Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The plugin's entrypoint on an image whose own one tells how it was called. */
  private Command.Result entrypoint(String... arguments) throws Exception {
    program("next", "echo \"$@ with ${SERVER_JVMFLAGS:-}\"");
    String script = Files.readString(docker.resolve("image/snapkeeper-entrypoint"));
    Path here =
        Files.writeString(
            root.resolve("entrypoint"),
            script
                .replace("/docker-entrypoint.sh", bin.resolve("next").toString())
                .replace("plugin=/plugin/", "plugin=" + root + "/plugin/"));
    assertThat(here).content().isNotEqualTo(script);
    List<String> command = new ArrayList<>(List.of(here.toString()));
    command.addAll(List.of(arguments));
    Command.Result result = sh(command.toArray(String[]::new));
    return new Command.Result(result.status(), result.output().replace(root.toString(), ""));
  }

  private void standInEnvironment() throws IOException {
    for (String directory : List.of("CONF", "DATA", "DATA_LOG")) {
      Path path = Files.createDirectories(root.resolve(directory));
      environment.put("ZOO_" + directory + "_DIR", path.toString());
    }
    for (String number :
        List.of(
            "TICK_TIME",
            "INIT_LIMIT",
            "SYNC_LIMIT",
            "AUTOPURGE_PURGEINTERVAL",
            "AUTOPURGE_SNAPRETAINCOUNT",
            "MAX_CLIENT_CNXNS")) {
      environment.put("ZOO_" + number, "5");
    }
    environment.put("ZOO_STANDALONE_ENABLED", "true");
    environment.put("ZOO_ADMINSERVER_ENABLED", "true");
  }

  private Command.Result standIn() throws IOException, InterruptedException {
    return sh(docker.resolve("standin/docker-entrypoint.sh").toString(), "true");
  }

  private Command.Result sh(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh"));
    command.addAll(List.of(arguments));
    return Command.run(TIMEOUT, environment, command);
  }
}
