package io.snapkeeper.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {

  private static final Instant BUILD_START = Instant.parse("2026-05-01T12:00:00Z");

  @TempDir Path directory;

  @Test
  void skippedIsNotPassed() throws IOException {
    write(
        "TEST-a.xml",
        """
        <testsuite time="2.5" tests="3">
          <testcase name="passes" time="1.0"/>
          <testcase name="fails" time="0.5"><failure message="no"/></testcase>
          <testcase name="aborts" time="0.1">
            <skipped type="org.opentest4j.TestAbortedException"
              message="Assumption failed: no Docker engine: no such socket"/>
          </testcase>
        </testsuite>
        """,
        BUILD_START.plusSeconds(5));

    assertThat(TestReports.read(directory, BUILD_START))
        .isEqualTo(new Tally(2, 1, 1, 2.5, List.of("no Docker engine: no such socket")));
  }

  @Test
  void oneReasonForManyTestsIsSaidOnce() throws IOException {
    String suite =
        "<testsuite><testcase><skipped message='no Docker engine'/></testcase></testsuite>";
    write("TEST-a.xml", suite, BUILD_START);
    write("TEST-b.xml", suite, BUILD_START);

    assertThat(TestReports.read(directory, BUILD_START))
        .isEqualTo(new Tally(0, 0, 2, 0, List.of("no Docker engine")));
  }

  @Test
  void reasonIsTakenFromTheTextWhereThereIsNoMessage() throws IOException {
    write(
        "TEST-a.xml",
        "<testsuite><testcase><skipped>org.opentest4j.TestAbortedException: Assumption failed: why\n"
            + "\tat x.Y</skipped></testcase><testcase><skipped/></testcase></testsuite>",
        BUILD_START);

    assertThat(TestReports.read(directory, BUILD_START).reasons())
        .containsExactly("why", "skipped without a reason");
  }

  @Test
  void anotherBuildsReportDoesNotCount() throws IOException {
    String suite = "<testsuite><testcase name='passes'/></testsuite>";
    write("TEST-stale.xml", suite, BUILD_START.minusSeconds(60));
    assertThat(TestReports.read(directory, BUILD_START)).isEqualTo(Tally.NONE);

    write("TEST-fresh.xml", suite, BUILD_START);
    assertThat(TestReports.read(directory, BUILD_START).ran()).isEqualTo(1);
  }

  @Test
  void halfWrittenReportIsAFailure() throws IOException {
    write("TEST-a.xml", "<testsuite><testcase name='passes'/>", BUILD_START);

    assertThat(TestReports.read(directory, BUILD_START))
        .isEqualTo(new Tally(1, 1, 0, 0, List.of("unreadable report TEST-a.xml")));
  }

  @Test
  void flakyTestRan() throws IOException {
    write(
        "TEST-a.xml",
        "<testsuite><testcase name='x'><flakyFailure message='once'/></testcase></testsuite>",
        BUILD_START);

    assertThat(TestReports.read(directory, BUILD_START))
        .isEqualTo(new Tally(1, 0, 0, 0, List.of()));
  }

  @Test
  void otherFilesAndMissingDirectoriesAreNoReports() throws IOException {
    write("failsafe-summary.xml", "<failsafe-summary/>", BUILD_START);

    assertThat(TestReports.read(directory, BUILD_START)).isEqualTo(Tally.NONE);
    assertThat(TestReports.read(directory.resolve("none"), BUILD_START)).isEqualTo(Tally.NONE);
  }

  private void write(String name, String xml, Instant modified) throws IOException {
    Path file = Files.writeString(directory.resolve(name), xml);
    Files.setLastModifiedTime(file, FileTime.from(modified));
  }
}
