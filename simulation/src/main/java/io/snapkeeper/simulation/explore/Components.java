package io.snapkeeper.simulation.explore;

import io.snapkeeper.simulation.explore.graph.GraphHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct states of one kind of component, numbered from 1 in the order of their discovery.
 * Two states are the same if their 128-bit hashes are. Of each server's part and of the common part
 * the hashes are kept, from which the hash of a whole ensemble is put together. Not thread-safe.
 *
 * @param <T> the component
 */
final class Components<T> {

  private record Key(long high, long low) {}

  private final int servers;
  private final GraphHash hash;
  private final List<T> byId = new ArrayList<>();
  private final Map<Key, Integer> ids = new HashMap<>();

  /** For each id the hash's two halves: of the common part, then of each server's part. */
  private long[] hashes = new long[1 << 12];

  private final int stride;

  Components(int servers) {
    this.servers = servers;
    this.hash = new GraphHash(servers);
    this.stride = 2 * (servers + 1);
    byId.add(null);
  }

  /** The number of the state of what is about all servers. */
  int intern(T component, long nowMillis) {
    hash.take(component, nowMillis);
    return number(component, 0);
  }

  /** The number of the state of what is about this server only. */
  int internOf(long sid, T component, long nowMillis) {
    hash.takeOf(sid, component, nowMillis);
    return number(component, sid); // reports carry the id, so two servers' components are two
  }

  private int number(T component, long ownerSid) {
    long high = hash.common().high() + ownerSid;
    long low = hash.common().low() - ownerSid;
    for (int sid = 1; sid <= servers; sid++) {
      high = high * 0x9E37_79B9_7F4A_7C15L + hash.part(sid).high();
      low = low * 0xC2B2_AE3D_27D4_EB4FL + hash.part(sid).low();
    }
    Integer known = ids.putIfAbsent(new Key(high, low), byId.size());
    if (known != null) {
      return known;
    }
    int id = byId.size();
    byId.add(component);
    if (hashes.length < (id + 1) * stride) {
      hashes = Arrays.copyOf(hashes, Math.max(hashes.length * 2, (id + 1) * stride));
    }
    int at = id * stride;
    hashes[at] = hash.common().high();
    hashes[at + 1] = hash.common().low();
    for (int sid = 1; sid <= servers; sid++) {
      hashes[at + 2 * sid] = hash.part(sid).high();
      hashes[at + 2 * sid + 1] = hash.part(sid).low();
    }
    return id;
  }

  T get(int id) {
    return byId.get(id);
  }

  /** How many states there are. */
  int size() {
    return byId.size() - 1;
  }

  /** Upper half of the hash of what is said about this server, or of nobody for 0. */
  long high(int id, int sid) {
    return hashes[id * stride + 2 * sid];
  }

  /** Lower half of the hash of what is said about this server, or of nobody for 0. */
  long low(int id, int sid) {
    return hashes[id * stride + 2 * sid + 1];
  }
}
