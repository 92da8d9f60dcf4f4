package io.snapkeeper.simulation.explore.graph;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * Copies a state machine with all that belongs to it, and gives its servers other ids on the way if
 * asked to. Records, enums and boxed values are shared where no id changes, as they are immutable;
 * so are quorum rules, and what is only scratch space. A {@code Long} in a set or list, or as a
 * key, is a server's id. What takes words for a log is replaced by something that drops them. Not
 * thread-safe.
 */
public final class GraphCopier {

  private final LongUnaryOperator rename;
  private final boolean renames;
  private final IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();

  private GraphCopier(LongUnaryOperator rename, boolean renames) {
    this.rename = rename;
    this.renames = renames;
  }

  /** A copier that leaves ids as they are. */
  public static GraphCopier exact() {
    return new GraphCopier(LongUnaryOperator.identity(), false);
  }

  /**
   * A copier that renames servers.
   *
   * @param rename a permutation of server ids; 0 stands for none and stays
   */
  public static GraphCopier renaming(LongUnaryOperator rename) {
    return new GraphCopier(sid -> sid == 0 ? 0 : rename.applyAsLong(sid), true);
  }

  /**
   * A copy that shares nothing mutable with the original.
   *
   * @throws IllegalStateException for a graph with a class that this does not know how to copy
   */
  @SuppressWarnings("unchecked")
  public <T> T copy(T root) {
    copies.clear();
    return (T) value(root);
  }

  private Object value(Object original) {
    return original == null ? null : value(original, ClassShape.of(original));
  }

  private Object value(Object original, ClassShape shape) {
    return switch (shape.kind) {
      case VALUE -> original;
      case WORDS ->
          original instanceof String ? original : (Consumer<Object>) GraphCopier::dropWords;
      case RECORD -> renames ? record(original, shape) : original;
      case OBJECT ->
          shape.isScratch || (shape.isQuorumRule && !renames) ? original : object(original, shape);
      case OTHER -> library(original);
    };
  }

  private static void dropWords(Object words) {}

  private Object record(Object original, ClassShape shape) {
    Object[] components = new Object[shape.slots.size()];
    try {
      for (int i = 0; i < components.length; i++) {
        ClassShape.Slot slot = shape.slots.get(i);
        Object component = slot.field.get(original);
        components[i] =
            slot.isSid ? Long.valueOf(rename.applyAsLong((Long) component)) : value(component);
      }
      return shape.constructor.newInstance(components);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy " + original, e);
    }
  }

  private Object object(Object original, ClassShape shape) {
    Object known = copies.get(original);
    if (known != null) {
      return known;
    }
    try {
      Object copy = shape.constructor.newInstance();
      copies.put(original, copy);
      for (ClassShape.Slot slot : shape.slots) {
        copyField(slot, original, copy);
      }
      return copy;
    } catch (IllegalAccessException | InstantiationException | InvocationTargetException e) {
      throw new IllegalStateException("cannot copy an object of " + shape.type, e);
    }
  }

  private void copyField(ClassShape.Slot slot, Object from, Object to)
      throws IllegalAccessException {
    if (slot.type == long.class) {
      long value = slot.field.getLong(from);
      slot.field.setLong(to, slot.isSid ? rename.applyAsLong(value) : value);
    } else if (slot.type == int.class) {
      slot.field.setInt(to, slot.field.getInt(from));
    } else if (slot.type == boolean.class) {
      slot.field.setBoolean(to, slot.field.getBoolean(from));
    } else if (slot.type == double.class) {
      slot.field.setDouble(to, slot.field.getDouble(from));
    } else {
      Object value = slot.field.get(from);
      if (value != null) { // as it is in the copy until something is put there
        slot.field.set(to, value(value, ClassShape.of(value, slot)));
      }
    }
  }

  private Object library(Object original) {
    if (original instanceof EnumMap<?, ?> map) {
      return map.clone(); // of boxed numbers
    }
    if (original instanceof TreeMap<?, ?> map) {
      Map<Object, Object> copy = new TreeMap<>();
      map.forEach((key, value) -> copy.put(id(key), value(value)));
      return copy;
    }
    if (original instanceof HashMap<?, ?> map) {
      Map<Object, Object> copy = new HashMap<>();
      map.forEach((key, value) -> copy.put(id(key), value(value)));
      return copy;
    }
    if (original instanceof Set<?> set) {
      Set<Object> copy = new HashSet<>(Math.max(4, set.size() * 2));
      set.forEach(element -> copy.add(id(element)));
      return original instanceof HashSet ? copy : Set.copyOf(copy);
    }
    if (original instanceof List<?> list) {
      return list(list);
    }
    if (original instanceof Optional<?> optional) {
      return optional.map(this::value);
    }
    throw new IllegalStateException("no rule says how to copy a " + original.getClass());
  }

  private List<Object> list(List<?> original) {
    List<Object> copy = new ArrayList<>(original.size());
    for (Object element : original) {
      copy.add(id(element));
    }
    if (renames && !copy.isEmpty() && ClassShape.of(copy.get(0)).sid != null) {
      copy.sort(Comparator.comparingLong(GraphCopier::sidOf)); // lists of servers go by their ids
    }
    return original instanceof ArrayList ? copy : List.copyOf(copy);
  }

  private Object id(Object element) {
    return element instanceof Long sid ? Long.valueOf(rename.applyAsLong(sid)) : value(element);
  }

  static long sidOf(Object server) {
    try {
      return ClassShape.of(server).sid.field.getLong(server);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("cannot read the sid of " + server, e);
    }
  }
}
