package io.snapkeeper.simulation.explore.graph;

import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hashes the state of a state machine, independent of the time of day and of servers' names.
 *
 * <p>Points in time count relative to the machine's own clock. What the graph says about one server
 * goes into that server's part, by a commutative sum of facts that do not contain its id; what is
 * said of none goes into the common part. So a renaming of servers exchanges parts and changes
 * nothing else, and the hash of an ensemble is the same for all its renamings if the parts are put
 * together by a sum. This needs every fact to be about one server only, and that is checked: a fact
 * about two throws. Not thread-safe.
 */
public final class GraphHash {

  private static final long NULL = 0x6E75_6C6CL;
  private static final long PRESENT = 0x7072_6573L;

  /** Then the remembered hashes are forgotten: most are of objects that nobody has any more. */
  private static final int REMEMBERED_MAX = 1 << 16;

  /** The hashes of fixed records, high and low; a report stands in hundreds of states. */
  private final IdentityHashMap<Object, long[]> remembered = new IdentityHashMap<>();

  private final Hash128 common = new Hash128();
  private final Hash128[] parts;
  private final Hash128 said = new Hash128();
  private long nowMillis;
  private long owner;

  /**
   * @param servers ids go from 1 to this
   */
  public GraphHash(int servers) {
    parts = new Hash128[servers + 1];
    Arrays.setAll(parts, i -> new Hash128());
  }

  /**
   * Hashes what is about several servers.
   *
   * @param atMillis the machine's own clock
   */
  public void take(Object root, long atMillis) {
    start(atMillis, 0);
    walk(root, common, 1);
  }

  /** Hashes what is about this server and no other; all of it goes into the common part. */
  public void takeOf(long sid, Object root, long atMillis) {
    start(atMillis, sid);
    walk(root, common, 1);
  }

  private void start(long atMillis, long ownerSid) {
    common.clear();
    for (Hash128 part : parts) {
      part.clear();
    }
    nowMillis = atMillis;
    owner = ownerSid;
  }

  /** What is about no server in particular; valid until the next call. */
  public Hash128 common() {
    return common;
  }

  /** What is about this server; valid until the next call. */
  public Hash128 part(long sid) {
    return parts[(int) sid];
  }

  private void walk(Object value, Hash128 sink, long path) {
    if (value == null) {
      sink.add(NULL);
      return;
    }
    walk(value, ClassShape.of(value), sink, path);
  }

  private void walk(Object value, ClassShape shape, Hash128 sink, long path) {
    switch (shape.kind) {
      case WORDS -> {}
      case VALUE -> sink.add(shape.id, bits(value));
      case RECORD -> record(value, shape, sink, path);
      case OBJECT -> fields(value, shape, sink, path);
      case OTHER -> library(value, sink, path);
    }
  }

  private static long bits(Object value) {
    if (value instanceof Enum<?> constant) {
      return ClassShape.textHash(constant.name());
    }
    if (value instanceof Double number) {
      return Double.doubleToLongBits(number + 0.0);
    }
    return value instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) value).longValue();
  }

  private void record(Object value, ClassShape shape, Hash128 sink, long path) {
    boolean isFixed =
        shape.isFixed && (shape.sid == null || (owner != 0 && GraphCopier.sidOf(value) == owner));
    if (!isFixed) {
      fields(value, shape, sink, path);
      return;
    }
    long[] known = remembered.get(value);
    if (known == null) {
      Hash128 own = new Hash128();
      fields(value, shape, own, path);
      known = new long[] {own.high, own.low};
      if (remembered.size() == REMEMBERED_MAX) {
        remembered.clear();
      }
      remembered.put(value, known);
    }
    sink.add(known[0], known[1]);
  }

  private void fields(Object value, ClassShape shape, Hash128 sink, long path) {
    sink.add(shape.id);
    try {
      for (ClassShape.Slot slot : shape.slots) {
        if (slot.isRelevant) {
          field(slot, value, sink, path * 31 + slot.id);
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot read an object of " + shape.type, e);
    }
  }

  private void field(ClassShape.Slot slot, Object holder, Hash128 sink, long path)
      throws IllegalAccessException {
    if (slot.type == long.class) {
      long value = slot.field.getLong(holder);
      if (slot.isSid) {
        fact(value, path, null);
      } else {
        sink.add(slot.isTime ? relative(value) : value);
      }
    } else if (slot.type == int.class) {
      sink.add(slot.field.getInt(holder));
    } else if (slot.type == boolean.class) {
      sink.add(slot.field.getBoolean(holder) ? 1 : 0);
    } else if (slot.type == double.class) {
      sink.add(Double.doubleToLongBits(slot.field.getDouble(holder) + 0.0));
    } else {
      Object value = slot.field.get(holder);
      if (value == null) {
        sink.add(NULL);
      } else {
        walk(value, ClassShape.of(value, slot), sink, path);
      }
    }
  }

  /** Never, for ever and not at all are no points in time. */
  private long relative(long millis) {
    return millis == Long.MIN_VALUE || millis == Long.MAX_VALUE || millis == 0
        ? millis
        : millis - nowMillis;
  }

  private void library(Object value, Hash128 sink, long path) {
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (entry.getKey() instanceof Long sid) {
          fact(sid, path, entry.getValue());
        } else {
          walk(entry.getKey(), sink, path);
          walk(entry.getValue(), sink, path);
        }
      }
    } else if (value instanceof Collection<?> elements) {
      collection(elements, sink, path);
    } else if (value instanceof Optional<?> optional) {
      sink.add(optional.isPresent() ? PRESENT : NULL);
      if (optional.isPresent()) {
        walk(optional.get(), sink, path);
      }
    } else {
      throw new IllegalStateException("no rule says how to hash a " + value.getClass());
    }
  }

  private void collection(Collection<?> elements, Hash128 sink, long path) {
    sink.add(elements.size());
    int index = 0;
    for (Object element : elements) {
      if (element instanceof Long sid) {
        fact(sid, path, null);
      } else if (elements instanceof List && ClassShape.of(element).sid != null) {
        // which servers the list names; a map holds what is known of them
        fact(GraphCopier.sidOf(element), path, null);
      } else {
        walk(element, sink, path + ++index);
      }
    }
  }

  /** Something is said about a server: that it stands here, and what. */
  private void fact(long sid, long path, Object what) {
    if (sid == 0 || (sid == owner && what == null)) {
      return;
    }
    if (owner != 0) {
      throw new IllegalStateException(
          "what is kept about server "
              + owner
              + " mentions server "
              + sid
              + "; states can then not be compared server by server");
    }
    said.clear();
    said.add(path);
    owner = sid;
    walk(what, said, path);
    owner = 0;
    parts[(int) sid].addUnordered(said);
  }
}
