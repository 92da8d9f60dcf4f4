package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What the emulated disks of a program are like. */
public final class DiskOptions {

  /** Exit code of a program that this machine cannot run. */
  public static final int NOT_RUN = 3;

  @Option(
      names = "--disk-mebibytes",
      paramLabel = "N",
      description = "Size of each emulated disk, in locked memory; twice that must be free.")
  private Integer mebibytes;

  @Option(
      names = "--bandwidth",
      paramLabel = "MB/S",
      description = "Of each emulated disk, in 10^6 bytes/s.")
  private Integer megabytesPerSecond;

  @Option(
      names = "--write-back",
      description = "The disks have a volatile cache: a synced write costs a flush of 200 us.")
  private boolean writeBack;

  @Option(
      names = "--disk",
      paramLabel = "KIND",
      description = "${COMPLETION-CANDIDATES} (FLASH).",
      defaultValue = "FLASH")
  private DiskKind kind;

  /** What a disk of that size is like where the options say nothing of it. */
  FlashSpec spec(int defaultMebibytes) {
    FlashSpec spec =
        kind.spec()
            .withWriteBack(writeBack)
            .withMebibytes(mebibytes == null ? defaultMebibytes : mebibytes);
    return megabytesPerSecond == null ? spec : spec.withMegabytesPerSecond(megabytesPerSecond);
  }

  /** The same with another bandwidth for a flash drive where the options say nothing of it. */
  FlashSpec spec(int defaultMebibytes, int flashMegabytesPerSecond) {
    FlashSpec spec = spec(defaultMebibytes);
    return kind == DiskKind.FLASH && megabytesPerSecond == null
        ? spec.withMegabytesPerSecond(flashMegabytesPerSecond)
        : spec;
  }

  /** The kind, as a row of a table names it. */
  String kindName() {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Says why this machine cannot have such disks; false if it can. */
  public static boolean saysNotRun(PrintWriter out) {
    return FlashDisks.unavailable()
        .map(
            reason -> {
              out.println("not run: " + reason);
              out.flush();
              return true;
            })
        .orElse(false);
  }
}
