package io.snapkeeper.faults;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The same for several at the same time, each in a thread of its own, however few CPUs there are.
 */
final class Together {

  private Together() {}

  /** Returns when all are done; fails as the first of them that has failed. */
  static <T> void forEach(Collection<T> all, Consumer<T> action) {
    ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, all.size()));
    try {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      all.forEach(
          each -> running.add(CompletableFuture.runAsync(() -> action.accept(each), threads)));
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    } finally {
      threads.shutdown();
    }
  }
}
