package io.snapkeeper.ensemble;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.data.Stat;

/**
 * Fills an ensemble with a tree of a given size, in multi transactions of about 64 KiB, a few in
 * flight.
 *
 * <p>The nodes are {@code root/group-00000/node-000000}, each with the same number of random bytes
 * (random, so that a compressing snapshot format would not shrink them to nothing).
 *
 * @param root absolute path of the tree's root, created if missing
 * @param totalBytes data of all nodes together
 * @param nodeBytes data of each node, 0..65536
 */
public record TreeLoader(String root, long totalBytes, int nodeBytes) {

  /** Children per parent: keeps getChildren answers small. */
  private static final int GROUP_NODES = 1_000;

  /**
   * Far below jute.maxbuffer (1 MiB), and small because every server keeps the last 500
   * transactions in memory.
   */
  private static final int BATCH_BYTES = 64 * 1024;

  private static final int BATCHES_IN_FLIGHT = 8;
  private static final long BATCH_TIMEOUT_SECONDS = 60;

  public TreeLoader {
    if (totalBytes < 0) {
      throw new IllegalArgumentException("totalBytes is " + totalBytes + "; it must not be < 0");
    }
    if (nodeBytes < 0 || nodeBytes > 65_536) {
      throw new IllegalArgumentException("nodeBytes is " + nodeBytes + "; allowed are 0..65536");
    }
  }

  /** Number of nodes with data. */
  public long nodes() {
    return nodeBytes == 0 ? totalBytes : (totalBytes + nodeBytes - 1) / nodeBytes;
  }

  /** Number of multi transactions that {@link #load} makes, for judging log lengths. */
  public long batches() {
    return (nodes() + batchNodes() - 1) / batchNodes();
  }

  private int batchNodes() {
    // A node costs its path, ACL and headers besides its data; 200 bytes is generous.
    return Math.max(1, Math.min(GROUP_NODES, BATCH_BYTES / (nodeBytes + 200)));
  }

  /**
   * Creates the tree and waits until all of it is committed.
   *
   * @param client a connected client
   * @param seed of the random data
   * @param progress called with the number of nodes committed so far, from the client's thread
   * @throws EnsembleException if a transaction fails for good
   */
  public void load(CuratorFramework client, long seed, LongConsumer progress) {
    load(client, 0, seed, progress);
  }

  /**
   * Like {@link #load(CuratorFramework, long, LongConsumer)} for a tree that already has its first
   * nodes, as left by a smaller loader with the same root and nodeBytes.
   *
   * @param firstNode how many it has
   */
  public void load(CuratorFramework client, long firstNode, long seed, LongConsumer progress) {
    Semaphore inFlight = new Semaphore(BATCHES_IN_FLIGHT);
    AtomicReference<String> failure = new AtomicReference<>();
    AtomicLong done = new AtomicLong(firstNode);
    Random random = new Random(seed);
    try {
      if (client.checkExists().creatingParentsIfNeeded().forPath(root) == null) {
        client.create().creatingParentsIfNeeded().forPath(root, new byte[0]);
      }
      long total = nodes();
      long next = firstNode;
      while (next < total && failure.get() == null) {
        int count = (int) Math.min(batchNodes(), Math.min(total - next, groupRest(next)));
        List<CuratorOp> batch = batch(client, next, count, random);
        acquire(inFlight, 1, done);
        client
            .transaction()
            .inBackground(
                (ignored, event) -> {
                  if (event.getResultCode() == 0) {
                    progress.accept(done.addAndGet(count));
                  } else {
                    failure.compareAndSet(null, "result code " + event.getResultCode());
                  }
                  inFlight.release();
                })
            .forOperations(batch);
        next += count;
      }
      acquire(inFlight, BATCHES_IN_FLIGHT, done);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while loading the tree " + root, e);
    } catch (EnsembleException e) {
      throw e;
    } catch (Exception e) {
      throw new EnsembleException("cannot load the tree " + root + ": " + e.getMessage(), e);
    }
    if (failure.get() != null) {
      throw new EnsembleException("cannot load the tree " + root + ": " + failure.get());
    }
  }

  /**
   * How many of the nodes are there, as an earlier run has left them: a run creates them in order,
   * and each transaction whole.
   *
   * @param client a connected client
   * @throws EnsembleException if the ensemble does not tell
   */
  public long present(CuratorFramework client) {
    try {
      Stat rootNode = client.checkExists().forPath(root);
      if (rootNode == null || rootNode.getNumChildren() == 0) {
        return 0;
      }
      long before = (rootNode.getNumChildren() - 1L) * GROUP_NODES;
      Stat lastGroup = client.checkExists().forPath(group(before));
      return before + (lastGroup == null ? 0 : lastGroup.getNumChildren());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnsembleException("interrupted while looking at the tree " + root, e);
    } catch (Exception e) {
      throw new EnsembleException("cannot look at the tree " + root + ": " + e.getMessage(), e);
    }
  }

  private static long groupRest(long node) {
    return GROUP_NODES - node % GROUP_NODES;
  }

  private void acquire(Semaphore inFlight, int permits, AtomicLong done)
      throws InterruptedException {
    if (!inFlight.tryAcquire(permits, BATCH_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new EnsembleException(
          "no transaction of the tree %s was committed for %d s, after %d of %d nodes"
              .formatted(root, BATCH_TIMEOUT_SECONDS, done.get(), nodes()));
    }
  }

  private List<CuratorOp> batch(CuratorFramework client, long first, int count, Random random)
      throws Exception {
    List<CuratorOp> operations = new ArrayList<>(count + 1);
    String group = group(first);
    if (first % GROUP_NODES == 0) {
      operations.add(client.transactionOp().create().forPath(group, new byte[0]));
    }
    for (long node = first; node < first + count; node++) {
      byte[] data = new byte[nodeBytes];
      random.nextBytes(data);
      operations.add(client.transactionOp().create().forPath(path(node), data));
    }
    return operations;
  }

  private String group(long node) {
    return "%s/group-%05d".formatted(root, node / GROUP_NODES);
  }

  /** The path of the node with this number, 0..{@link #nodes()} - 1. */
  public String path(long node) {
    return "%s/node-%06d".formatted(group(node), node);
  }
}
