package io.snapkeeper.zk.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.trace.TraceLine;
import io.snapkeeper.zk.member.Faults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a trace: whole lines in order, bounded, private, and never in anybody's way. */
class TraceWriterTest {

  private static final String HEADER = "snapkeeper-trace version=3 sid=3";

  @TempDir Path directory;
  private final Faults faults = new Faults();

  @Test
  void stepsAreWrittenInOrderAsTheyCome() throws Exception {
    TraceWriter writer = TraceWriter.start(target(1 << 20), 3, faults);
    writer.write(List.of(tick(1), note("a"), note("b")));
    writer.write(tick(2));
    awaitLines(5);
    writer.close();
    awaitStopped(writer);
    writer.write(tick(3));

    assertThat(lines())
        .containsExactly(
            HEADER,
            "leader tick at=1",
            "member notes text=\"a\"",
            "member notes text=\"b\"",
            "leader tick at=2");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(faults.count()).isZero();
  }

  @Test
  void theNextRunBeginsASectionAndRemovesAnUnfinishedLine() throws Exception {
    Files.writeString(file(), HEADER + "\nleader tick at=1\nleader tick a");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
    try (TraceFile opened = TraceFile.open(target(1 << 20), 3)) {
      assertThat(opened.append("leader tick at=2\n")).isTrue();
    }
    assertThat(lines()).containsExactly(HEADER, "leader tick at=1", HEADER, "leader tick at=2");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileThatIsNoTraceIsLeftAlone() throws Exception {
    Files.writeString(file(), "dataDir=/var/lib/zookeeper\n");
    TraceWriter writer = TraceWriter.start(target(1 << 20), 3, faults);
    awaitStopped(writer);
    assertThat(faults.count()).isOne();
    assertThat(Files.readString(file())).isEqualTo("dataDir=/var/lib/zookeeper\n");
  }

  @Test
  void aLinkIsNotFollowedAndADirectoryNotWritten() throws Exception {
    Path other = directory.resolve("other");
    Files.createSymbolicLink(file(), other);
    TraceWriter linked = TraceWriter.start(target(1 << 20), 3, faults);
    awaitStopped(linked);
    assertThat(other).doesNotExist();
    TraceWriter onDirectory =
        TraceWriter.start(new TraceTarget(directory, 1 << 20), 3, new Faults());
    awaitStopped(onDirectory);
    assertThat(faults.count()).isOne();
  }

  @Test
  void aFullFileEndsTheTraceWithWholeLines() throws Exception {
    TraceWriter writer = TraceWriter.start(target(200), 3, faults);
    for (int i = 0; !writer.isStopped(); i++) {
      writer.write(tick(i));
      Thread.sleep(1);
    }
    assertThat(Files.size(file())).isLessThanOrEqualTo(200);
    assertThat(Files.readString(file())).startsWith(HEADER + "\n").endsWith("\n");
    assertThat(lines()).allMatch(line -> line.equals(HEADER) || line.startsWith("leader tick at="));
    assertThat(faults.count()).as("a full trace is no fault").isZero();
  }

  @Test
  void whatDoesNotFitIntoTheQueueIsCountedAndSaid() throws Exception {
    TraceWriter writer = new TraceWriter(target(1 << 20), 3, faults, 2);
    for (int i = 0; i < 5; i++) {
      writer.write(List.of(tick(i), note("x")));
    }
    assertThat(writer.lost()).as("three steps of two lines").isEqualTo(6);
    writer.close();
    writer.run();
    assertThat(lines())
        .containsExactly(
            HEADER,
            "leader tick at=0",
            "member notes text=\"x\"",
            "leader tick at=1",
            "member notes text=\"x\"",
            "lost lines=6");
  }

  @Test
  void aFileThatCannotBeMadeIsOneFault() throws Exception {
    Path missing = directory.resolve("missing").resolve("trace");
    TraceWriter writer = TraceWriter.start(new TraceTarget(missing, 1 << 20), 3, faults);
    awaitStopped(writer);
    writer.write(tick(1));
    assertThat(faults.count()).isOne();
    assertThat(missing).doesNotExist();
  }

  @Test
  void stoppingForAReasonIsAFaultAndEndsIt() {
    TraceWriter writer = TraceWriter.start(target(1 << 20), 3, faults);
    writer.stop("a rule that cannot be described");
    writer.stop("again");
    awaitStopped(writer);
    assertThat(faults.count()).isOne();
  }

  @Test
  void anUnfinishedLineAsLongAsCanBeIsFound() throws IOException {
    Files.writeString(file(), HEADER + "\n");
    Files.writeString(file(), "x".repeat(32_768), StandardOpenOption.APPEND);
    TraceFile.open(target(1 << 20), 3).close();
    assertThat(lines()).containsExactly(HEADER, HEADER);
  }

  private TraceTarget target(long bytesMax) {
    return new TraceTarget(file(), bytesMax);
  }

  private Path file() {
    return directory.resolve("trace");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file(), StandardCharsets.US_ASCII);
  }

  private void awaitLines(int count) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(file()) && lines().size() >= count);
  }

  private static void awaitStopped(TraceWriter writer) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(writer::isStopped);
  }

  private static TraceLine tick(long at) {
    return new TraceLine.SchedulerTold(new SchedulerEvent.Tick(at));
  }

  private static TraceLine note(String text) {
    return new TraceLine.GateAnswered(new MemberAction.Note(text));
  }
}
