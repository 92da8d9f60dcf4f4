package io.snapkeeper.zk.purge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.zk.member.Faults;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who runs a purge, and on which thread. */
class DeferredPurgesTest {

  @TempDir File directory;

  private final Faults faults = new Faults();
  private final List<DeferredPurges> servers = new ArrayList<>();
  private final List<String> runs = new CopyOnWriteArrayList<>();
  private MemberMode mode = MemberMode.SCHEDULED;
  private boolean spaceIsShort;

  @AfterEach
  void leaveNoServer() {
    servers.forEach(PurgeHook::remove);
  }

  @Test
  void aPurgeThatHasWaitedPassesTheHook() throws Exception {
    DeferredPurges server = server();
    Runnable task = purge("one");

    task.run();
    assertThat(runs).isEmpty();
    endSlot(server);

    assertThat(runs).containsExactly("one");
    endSlot(server);
    assertThat(runs).containsExactly("one");
    task.run();
    assertThat(server.figures()).isEqualTo(new PurgeFigures(true, 2, 1, 0));
    assertThat(faults.count()).isZero();
  }

  @Test
  void oneForWhichNoSlotComesGetsAThreadOfItsOwn() throws Exception {
    DeferredPurges server = server();
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    assertThat(PurgeHook.defers(() -> ranOn.complete(Thread.currentThread()))).isTrue();

    server.timePasses();
    assertThat(ranOn).isNotDone();
    mode = MemberMode.STOCK_RULE;
    server.timePasses();

    Thread thread = ranOn.get(20, TimeUnit.SECONDS);
    assertThat(thread).isNotSameAs(Thread.currentThread());
    assertThat(thread.isDaemon()).isTrue();
    assertThat(server.figures().waiting()).isFalse();
  }

  @Test
  void oneWhoseSpaceIsNeededDoesNotWait() throws Exception {
    DeferredPurges server = server();
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    assertThat(PurgeHook.defers(() -> ranOn.complete(Thread.currentThread()))).isTrue();

    spaceIsShort = true;
    server.timePasses();

    assertThat(ranOn.get(20, TimeUnit.SECONDS).getName()).isEqualTo("snapkeeper-purge");
    purge("next").run();
    assertThat(runs).containsExactly("next");
    assertThat(server.figures()).isEqualTo(new PurgeFigures(false, 1, 0, 0));
  }

  @Test
  void withoutExactlyOneServerItRunsAtOnce() {
    purge("none").run();
    DeferredPurges first = server();
    server();
    purge("two").run();
    PurgeHook.remove(first);
    purge("one").run();
    assertThat(runs).containsExactly("none", "two");
  }

  @Test
  void aModeThatCannotBeToldIsAFaultAndThePurgeRuns() {
    DeferredPurges server =
        new DeferredPurges(
            1,
            () -> {
              throw new IllegalStateException("a defect");
            },
            () -> false,
            List.of(directory),
            faults);
    add(server);

    purge("one").run();

    assertThat(runs).containsExactly("one");
    assertThat(faults.count()).isOne();
  }

  @Test
  void whatThePurgeThrowsStaysAwayFromTheSnapshot() throws Exception {
    DeferredPurges server = server();
    PurgeHook.defers(
        () -> {
          throw new IllegalArgumentException("a broken directory");
        });

    endSlot(server);

    assertThat(faults.count()).isOne();
    purge("next").run();
    endSlot(server);
    assertThat(runs).containsExactly("next");
  }

  @Test
  void aDirectoryThatCannotBeForcedIsNoFault() throws Exception {
    DeferredPurges server =
        new DeferredPurges(
            1, () -> mode, () -> spaceIsShort, List.of(new File(directory, "missing")), faults);
    add(server);
    purge("one").run();

    endSlot(server);

    assertThat(runs).containsExactly("one");
    assertThat(faults.count()).isZero();
  }

  @Test
  void aPurgeThatHangsDoesNotKeepTheSlot() throws Exception {
    DeferredPurges server =
        add(
            new DeferredPurges(
                1, () -> mode, () -> spaceIsShort, List.of(directory), faults, 1 /* ms */));
    CountDownLatch hangs = new CountDownLatch(1);
    CompletableFuture<Void> ended = new CompletableFuture<>();
    PurgeHook.defers(
        () -> {
          try {
            hangs.await();
            ended.complete(null);
          } catch (InterruptedException e) {
            ended.completeExceptionally(e);
          }
        });

    endSlot(server);

    assertThat(ended).isNotDone();
    hangs.countDown();
    ended.get(20, TimeUnit.SECONDS);
    assertThat(faults.count()).isZero();
  }

  /** Waits until the slot is given back. */
  private static void endSlot(DeferredPurges server) throws Exception {
    CompletableFuture<Void> givenBack = new CompletableFuture<>();
    server.slotEnds(() -> givenBack.complete(null));
    givenBack.get(20, TimeUnit.SECONDS);
  }

  /** What ZooKeeper's task is with the advice in it. */
  private Runnable purge(String name) {
    return new Runnable() {
      @Override
      public void run() {
        if (!PurgeHook.defers(this)) {
          runs.add(name);
        }
      }
    };
  }

  private DeferredPurges server() {
    return add(new DeferredPurges(1, () -> mode, () -> spaceIsShort, List.of(directory), faults));
  }

  private DeferredPurges add(DeferredPurges server) {
    servers.add(server);
    PurgeHook.add(server);
    return server;
  }
}
