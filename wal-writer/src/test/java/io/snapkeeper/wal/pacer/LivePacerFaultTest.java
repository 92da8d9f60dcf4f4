package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.profile.DiskModel;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors inside the pacer: neither the log's thread nor the one that writes in bulk meets them. */
@Timeout(30)
class LivePacerFaultTest {

  private static final DiskModel DISK = new DiskModel(300e6, 20_000, 300e6, 20_000);
  private static final int BLOCK = Pacer.BLOCK_BYTES_MAX;

  /** More requests than the tokens that may be saved up: with a pacer one of them has to wait. */
  private static final int REQUESTS = 200;

  private final List<Pacer> made = new CopyOnWriteArrayList<>();
  private final List<Throwable> told = new CopyOnWriteArrayList<>();

  /** What a bulk write asks of the pacer between its begin and its end. */
  static Stream<Arguments> steps() {
    return Stream.of(
        step("the size", live -> assertThat(live.blockBytes()).isEqualTo(BLOCK)),
        step("the turn", live -> assertThat(goesAtOnce(live)).isTrue()),
        step(
            "the turn, with a commit to take in",
            live -> {
              live.committed(1_000_000);
              assertThat(goesAtOnce(live)).isTrue();
            }),
        step("the completion", live -> live.completed(BLOCK)),
        step("figures", live -> assertThat(live.figures().limit()).isEqualTo(Limit.UNPACED)));
  }

  private static Arguments step(String name, Consumer<LivePacer> step) {
    return Arguments.of(Named.of(name, step));
  }

  @ParameterizedTest
  @MethodSource("steps")
  void theBulkWriteGoesOnUnpacedAndTheNextOneIsPacedAgain(Consumer<LivePacer> step) {
    LivePacer live = live();
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    assertThat(live.awaitTurn(BLOCK, () -> false)).isTrue();
    breakCurrent();

    step.accept(live);

    assertGoesOnUnpaced(live);
    assertThat(told).hasSize(1).first().isInstanceOf(NullPointerException.class);
    assertThat(live.figures().faults()).isOne();

    live.end();
    assertThat(live.figures().limit()).isEqualTo(Limit.IDLE);
    assertIsPaced(live);
    assertThat(live.figures().faults()).isOne();
  }

  @Test
  void aBulkWriteThatCannotBeginGoesOnUnpaced() {
    LivePacer live = live();
    breakCurrent();
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    assertGoesOnUnpaced(live);
    assertThat(live.figures().faults()).isOne();
    live.end();
    assertIsPaced(live);
  }

  @Test
  void neitherDoesADeadlineThatIsMissingHoldItUp() {
    LivePacer live = live();
    live.begin(1_000_000_000, null, LogRole.SPARE);
    assertGoesOnUnpaced(live);
    assertThat(told).hasSize(1);
  }

  @Test
  void anErrorAtTheEndIsLeftBehind() {
    LivePacer live = live();
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    breakCurrent();
    live.end();
    assertThat(live.figures().faults()).isOne();
    assertIsPaced(live);
  }

  @Test
  void theLogsThreadMeetsNoneOutsideABulkWrite() throws Exception {
    LivePacer live = live();
    breakCurrent();
    Caught log = Caught.start(() -> commit(live, 2 * CommitRing.CAPACITY));
    log.assertNothing();
    assertThat(live.figures().faults()).isOne();
    assertThat(told).hasSize(1);
    assertThat(live.figures().commitsSeen()).as("the new pacer learns").isPositive();
  }

  @Test
  void neitherThreadMeetsOneInTheMiddleOfABulkWrite() throws Exception {
    LivePacer live = live();
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch broken = new CountDownLatch(1);
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    Caught log =
        Caught.start(
            () -> {
              while (broken.getCount() > 0) {
                commit(live, 1);
              }
              commit(live, 2 * CommitRing.CAPACITY);
            });
    AtomicInteger written = new AtomicInteger();
    Caught writer =
        Caught.start(
            () -> {
              write(live, 3, written);
              writing.countDown();
              broken.await();
              write(live, REQUESTS, written);
            });
    writing.await();
    breakCurrent();
    broken.countDown();
    writer.assertNothing();
    log.assertNothing();
    assertThat(written).hasValue(3 + REQUESTS);
    assertThat(live.figures().limit()).isEqualTo(Limit.UNPACED);
    assertThat(live.figures().bytesCompleted()).isEqualTo((3L + REQUESTS) * BLOCK);
    assertThat(live.figures().faults()).as("then there was nothing to fail").isOne();
  }

  @Test
  void commitsBesideAnUnpacedWriteAreNoBaseline() {
    LivePacer live = live();
    commit(live, CommitRing.CAPACITY / 4);
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    breakCurrent();
    assertThat(goesAtOnce(live)).isTrue();
    commit(live, CommitRing.CAPACITY / 4);
    live.end();
    assertThat(live.figures().commitsSeen()).isZero();
  }

  @Test
  void aListenerThatFailsIsNoConcernOfTheWriter() {
    LivePacer live =
        new LivePacer(
            this::newPacer,
            fault -> {
              throw new IllegalStateException("the listener");
            });
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    breakCurrent();
    assertThat(goesAtOnce(live)).isTrue();
    assertGoesOnUnpaced(live);
    assertThat(live.figures().faults()).isEqualTo(2);
  }

  private LivePacer live() {
    return new LivePacer(this::newPacer, told::add);
  }

  private Pacer newPacer() {
    Pacer pacer = new Pacer(PacerSettings.DEFAULT, DISK);
    made.add(pacer);
    return pacer;
  }

  /** Takes every part out of the pacer in use: whatever it is asked to do with one fails. */
  private void breakCurrent() {
    Pacer pacer = made.get(made.size() - 1);
    try {
      for (Field field : Pacer.class.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          field.set(pacer, null);
        }
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static void commit(LivePacer live, int commits) {
    for (int i = 0; i < commits; i++) {
      live.committed(500_000);
    }
  }

  private static void write(LivePacer live, int requests, AtomicInteger written) {
    for (int i = 0; i < requests; i++) {
      int block = live.blockBytes();
      assertThat(live.awaitTurn(block, () -> false)).isTrue();
      live.completed(BLOCK);
      written.incrementAndGet();
    }
  }

  private static void assertGoesOnUnpaced(LivePacer live) {
    for (int i = 0; i < REQUESTS; i++) {
      // None is completed: a pacer would wait for that, for ever.
      assertThat(goesAtOnce(live)).as("request %d", i).isTrue();
      assertThat(live.blockBytes()).isEqualTo(BLOCK);
    }
    PacerFigures figures = live.figures();
    assertThat(figures.limit()).isEqualTo(Limit.UNPACED);
    assertThat(figures.bytesPerSecond()).isZero();
  }

  private static void assertIsPaced(LivePacer live) {
    live.begin(1_000_000_000, Duration.ofHours(1), LogRole.SPARE);
    int gone = 0;
    while (gone < REQUESTS && goesAtOnce(live)) {
      gone++;
    }
    assertThat(gone).as("requests until one had to wait").isLessThan(REQUESTS);
    assertThat(live.figures().limit()).isNotEqualTo(Limit.UNPACED);
    live.end();
  }

  /** Whether the next request need not wait. */
  private static boolean goesAtOnce(LivePacer live) {
    BooleanSupplier fromTheSecondTimeOn =
        new BooleanSupplier() {
          private boolean asked;

          @Override
          public boolean getAsBoolean() {
            boolean before = asked;
            asked = true;
            return before;
          }
        };
    return live.awaitTurn(BLOCK, fromTheSecondTimeOn);
  }

  /** A thread that keeps what it threw. */
  private static final class Caught extends Thread {

    interface Work {
      void run() throws Exception;
    }

    private final Work work;
    private final List<Throwable> thrown = new ArrayList<>();

    private Caught(Work work) {
      this.work = work;
    }

    static Caught start(Work work) {
      Caught thread = new Caught(work);
      thread.start();
      return thread;
    }

    @Override
    public void run() {
      try {
        work.run();
      } catch (Throwable t) {
        thrown.add(t);
      }
    }

    void assertNothing() throws InterruptedException {
      join();
      assertThat(thrown).isEmpty();
    }
  }
}
