package io.snapkeeper.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTableTest {

  private static final Instant BUILD_START = Instant.EPOCH;
  private static final List<Part> PARTS =
      Part.parse("core | surefire | rules\ncontainers | failsafe | five servers in containers\n");
  private static final String PASSED =
      "<testsuite time='1.5'><testcase name='a'/><testcase name='b'/></testsuite>";

  @TempDir Path repo;

  @Test
  void listsWhatRanAndWhatDidNot() throws IOException {
    write("core/target/surefire-reports", PASSED);
    write(
        "containers/target/failsafe-reports",
        "<testsuite><testcase><skipped message='no Docker engine'/></testcase></testsuite>");

    ReportTable table = ReportTable.read(repo, PARTS, BUILD_START);

    assertThat(table.print())
        .isEqualTo(
            """
            What ran                      ran  failed  not run  seconds  why not
            rules                           2       0        0      1.5
            five servers in containers      0       0        1      0.0  no Docker engine
            all                             2       0        1      1.5
            """);
    assertThatThrownBy(() -> VerifyReport.requireAll(table))
        .hasMessage(
            "not run, though snapkeeper.require=all: five servers in containers: no Docker engine");
  }

  @Test
  void partWithoutAnyReportIsNotRun() throws IOException {
    write("core/target/surefire-reports", PASSED);

    ReportTable table = ReportTable.read(repo, PARTS, BUILD_START);

    assertThat(table.total().notRun()).isEqualTo(1);
    assertThat(table.notRun())
        .containsExactly("five servers in containers: no report from this build");
    assertThatThrownBy(() -> VerifyReport.requireAll(table))
        .isInstanceOf(VerifyReport.NotRunException.class);
  }

  @Test
  void everythingRanIsNoFailureAndAFailedTestIs() throws IOException {
    write("core/target/surefire-reports", PASSED);
    write("containers/target/failsafe-reports", PASSED);
    ReportTable passed = ReportTable.read(repo, PARTS, BUILD_START);
    assertThatCode(() -> VerifyReport.requireAll(passed)).doesNotThrowAnyException();

    write(
        "containers/target/failsafe-reports",
        "<testsuite><testcase name='a'><error message='x'/></testcase></testsuite>");
    ReportTable failed = ReportTable.read(repo, PARTS, BUILD_START);
    assertThatThrownBy(() -> VerifyReport.requireAll(failed)).hasMessage("tests failed: 1");
  }

  @Test
  void whatOnlyTheFullSetDoesIsNamedAndNotAll() throws IOException {
    write("core/target/surefire-reports", PASSED);
    write(
        "containers/target/failsafe-reports",
        """
        <testsuite><testcase name='a'>
          <system-out><![CDATA[server 1 killed
        [only with -Pfull] 200 kills instead of 20
        [only with -Pfull] 17 rounds instead of 2
        [only with -Pfull] 200 kills instead of 20
        ]]></system-out></testcase>
        <testcase name='b'><skipped message='only with -Pfull: the other version'/></testcase>
        </testsuite>
        """);
    ReportTable table = ReportTable.read(repo, PARTS, BUILD_START);
    assertThat(table.print())
        .endsWith(
            """
            five servers in containers      1       0        1      0.0
            all                             3       0        1      1.5

            Only with -Pfull:
              five servers in containers:
                the other version
                200 kills instead of 20
                17 rounds instead of 2
            """);
    assertThatThrownBy(() -> VerifyReport.requireAll(table))
        .hasMessage(
            "not run, though snapkeeper.require=all: five servers in containers:"
                + " only with -Pfull: the other version | five servers in containers:"
                + " 200 kills instead of 20; 17 rounds instead of 2 (mvn verify -Pfull)");
  }

  @Test
  void whatCiLeavesOutIsNamedAndIsNoFailure() throws IOException {
    write("core/target/surefire-reports", PASSED);
    write(
        "containers/target/failsafe-reports",
        """
        <testsuite><testcase name='a'>
          <system-out><![CDATA[[not in CI] 50 orders instead of 10
        ]]></system-out></testcase>
        <testcase name='b'><skipped message='not in CI: the other version'/></testcase>
        </testsuite>
        """);
    ReportTable table = ReportTable.read(repo, PARTS, BUILD_START);
    assertThat(table.print())
        .endsWith(
            """
            five servers in containers      1       0        1      0.0
            all                             3       0        1      1.5

            Not in CI, only with mvn verify -Pfull:
              five servers in containers:
                the other version
                50 orders instead of 10
            """);
    VerifyReport.requireAll(table);
    write(
        "core/target/surefire-reports",
        "<testsuite><testcase name='c'><skipped message='no chromium'/></testcase></testsuite>");
    ReportTable more = ReportTable.read(repo, PARTS, BUILD_START);
    assertThatThrownBy(() -> VerifyReport.requireAll(more)).hasMessageContaining("no chromium");
  }

  @Test
  void unknownModeIsRefused() {
    assertThatThrownBy(
            () ->
                VerifyReport.main(
                    new String[] {repo.toString(), "2026-01-01T00:00:00Z", "some", "-T1", "quick"}))
        .hasMessage("snapkeeper.require is \"some\"; allowed: possible, all");
  }

  private void write(String directory, String xml) throws IOException {
    Path reports = Files.createDirectories(repo.resolve(directory));
    Files.writeString(reports.resolve("TEST-a.xml"), xml);
  }
}
