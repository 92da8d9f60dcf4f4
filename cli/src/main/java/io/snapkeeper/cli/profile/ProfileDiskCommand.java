package io.snapkeeper.cli.profile;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.OutputFile;
import io.snapkeeper.cli.ProgressLine;
import io.snapkeeper.cli.Terminal;
import io.snapkeeper.cli.figure.FigureFile;
import io.snapkeeper.cli.profile.measure.DirectFile;
import io.snapkeeper.cli.profile.measure.DiskProfile;
import io.snapkeeper.cli.profile.measure.DiskProfiler;
import io.snapkeeper.cli.profile.measure.ProfileSettings;
import io.snapkeeper.wal.profile.IoProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code snapkeeper profile-disk}. */
@Command(
    name = "profile-disk",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures the disk that a directory is on, for the pacer of snapshots: bandwidth and requests"
          + " per second of reads and writes, and the latency of log writes beside every mix of"
          + " bulk writes and reads.",
      "",
      "It keeps the disk busy for as long as it runs. What it writes to is one temporary file,"
          + " which is gone when it ends, however it ends."
    })
public final class ProfileDiskCommand implements Callable<Integer> {

  @Spec private CommandSpec commandSpec;

  @Parameters(
      paramLabel = "DIR",
      description = "A directory on the disk, such as ZooKeeper's dataLogDir.")
  private Path directory;

  @Option(
      names = "--max-seconds",
      paramLabel = "S",
      defaultValue = "120",
      description =
          "How long the measurement may take, 5 or more; default ${DEFAULT-VALUE}, which gives each"
              + " of 36 mixes two seconds: a thousand log writes, ten of them above the p99.")
  private double maxSeconds;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "1GiB",
      converter = ByteSize.Converter.class,
      description =
          "Size of the temporary file, 16MiB or more; default ${DEFAULT-VALUE}, more than most"
              + " disks hold in a cache of their own. Twice as much has to be free.")
  private ByteSize size;

  @Option(
      names = "--wal-rate",
      paramLabel = "WRITES/S",
      defaultValue = "500",
      description =
          "Log writes per second; default ${DEFAULT-VALUE}, that of a server whose every write is"
              + " a commit of its own under moderate load. A disk that does not do three times as"
              + " many gets fewer.")
  private double walWritesPerSecond;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "io_properties.yaml",
      description = "Where the disk's four numbers go; default ${DEFAULT-VALUE}.")
  private Path outputFile;

  @Option(
      names = "--figure",
      paramLabel = "FILE",
      description = "Also draw the map, as .svg or .png; may be given more than once.")
  private List<Path> figures = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write all that was measured as JSON.")
  private Path jsonFile;

  @Option(names = "--overwrite", description = "Replace files that exist.")
  private boolean overwrite;

  @Option(
      names = "--force",
      description =
          "Measure although a running ZooKeeper server keeps its data on the same disk, and stall"
              + " it.")
  private boolean force;

  private final Path proc;
  private final Path sys;

  public ProfileDiskCommand() {
    this(Path.of("/proc"), Path.of("/sys"));
  }

  /** With other processes and devices than this machine's. */
  ProfileDiskCommand(Path proc, Path sys) {
    this.proc = proc;
    this.sys = sys;
  }

  @Override
  public Integer call() throws InterruptedException {
    ProfileSettings settings = settings();
    requireNewFiles();
    Site site = new Site(directory);
    site.requireUsable(settings.fileBytes());
    PhysicalDisks physical = new PhysicalDisks(sys);
    if (!force) {
      site.requireNoServer(servers(), physical);
    }
    try (DirectFile file = open()) {
      String disk = site.disk(physical, sys);
      DiskProfile profile = measure(file, settings);
      PrintWriter out = commandSpec.commandLine().getOut();
      ProfileTable.lines(profile, disk).forEach(out::println);
      out.flush();
      writeFiles(profile, disk, site.mountPoint());
      out.println();
      out.println("Written: " + outputFile);
      out.flush();
      return 0;
    } catch (IOException e) {
      throw new Failure("cannot measure the disk of " + directory + ": " + messageOf(e), e);
    }
  }

  private ProfileSettings settings() {
    if (!(maxSeconds >= ProfileSettings.LEAST_SECONDS) || Double.isInfinite(maxSeconds)) {
      throw new Failure(
          "--max-seconds is " + maxSeconds + "; allowed: 5 or more", ExitCode.WRONG_USAGE);
    }
    if (size.bytes() < ProfileSettings.LEAST_FILE_BYTES) {
      throw new Failure("--size is " + size + "; allowed: 16MiB or more", ExitCode.WRONG_USAGE);
    }
    if (!(walWritesPerSecond > 0) || walWritesPerSecond > 1e6) {
      throw new Failure(
          "--wal-rate is " + walWritesPerSecond + "; allowed: more than 0, up to 1000000",
          ExitCode.WRONG_USAGE);
    }
    return new ProfileSettings(size.bytes(), maxSeconds, walWritesPerSecond);
  }

  // Found out now rather than after the measurement.
  private void requireNewFiles() {
    Set<Path> seen = new HashSet<>();
    for (OutputFile file : outputFiles()) {
      file.requireWritable();
      if (!seen.add(file.path().toAbsolutePath().normalize())) {
        throw new Failure(
            file.path() + " is named twice; each file needs a name of its own",
            ExitCode.WRONG_USAGE);
      }
      if (!overwrite && Files.isRegularFile(file.path())) {
        throw new Failure(
            file.path()
                + " ("
                + file.option()
                + ") exists; name another file, or replace it with --overwrite");
      }
    }
    figures.forEach(FigureFile::requireDrawable);
  }

  private List<OutputFile> outputFiles() {
    List<OutputFile> files = new ArrayList<>();
    files.add(new OutputFile("--output", outputFile));
    json().ifPresent(files::add);
    figures.forEach(path -> files.add(new OutputFile("--figure", path)));
    return files;
  }

  private Optional<OutputFile> json() {
    return Optional.ofNullable(jsonFile).map(path -> new OutputFile("--json", path));
  }

  private List<RunningServers.Server> servers() {
    try {
      return new RunningServers(proc).find();
    } catch (IOException e) {
      throw new Failure(
          "cannot tell whether a ZooKeeper server runs here ("
              + messageOf(e)
              + "); if none does, measure with --force",
          e);
    }
  }

  private DirectFile open() throws IOException {
    try {
      return DirectFile.create(directory);
    } catch (UnsupportedOperationException e) {
      throw noDirect(e);
    } catch (IOException e) {
      // What open(2) says where a file system has no direct I/O.
      if (String.valueOf(e.getMessage()).contains("Invalid argument")) {
        throw noDirect(e);
      }
      throw e;
    }
  }

  private Failure noDirect(Exception e) throws IOException {
    return new Failure(
        "the file system of "
            + directory
            + " ("
            + Files.getFileStore(directory).type()
            + ") refuses direct I/O ("
            + messageOf(e)
            + "), and a measurement through the page cache would say nothing about the disk; name a"
            + " directory on another file system",
        e);
  }

  private DiskProfile measure(DirectFile file, ProfileSettings settings)
      throws IOException, InterruptedException {
    // Not to the output: that may be going into a file.
    PrintWriter err = commandSpec.commandLine().getErr();
    try (ProgressLine progress = new ProgressLine(err, Terminal.isPresent(), System::nanoTime)) {
      return new DiskProfiler(file, settings, progress::show).run();
    }
  }

  private void writeFiles(DiskProfile profile, String disk, Path mountPoint) throws IOException {
    String yaml =
        new IoProperties(List.of(new IoProperties.Disk(mountPoint, profile.model()))).toYaml();
    // No file that the server would refuse.
    IoProperties.parse(yaml, outputFile.toString());
    new OutputFile("--output", outputFile).write(yaml);
    json().ifPresent(file -> file.write(ProfileJson.text(profile, disk)));
    for (Path path : figures) {
      new OutputFile("--figure", path).write(FigureFile.render(new MapFigure(profile, disk), path));
    }
  }

  private static String messageOf(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
