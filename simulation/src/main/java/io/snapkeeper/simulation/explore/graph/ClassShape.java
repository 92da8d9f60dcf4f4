package io.snapkeeper.simulation.explore.graph;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * What copying and hashing need to know of a class: its fields, and what their names say about
 * their values. The core's naming rules carry meaning here: a field {@code sid} or {@code ...Sid}
 * is a server's id, and {@code nowMillis}, {@code atMillis}, {@code ...UntilMillis} and the like
 * are points in time, while any other {@code ...Millis} is a duration.
 */
final class ClassShape {

  /** How a class is treated. */
  enum Kind {
    /** Its value is in its name or in its bits, and never changes: enums, boxed numbers. */
    VALUE,
    /** Words for a log, and whoever takes them: no part of a state. */
    WORDS,
    RECORD,
    OBJECT,
    OTHER
  }

  /**
   * Fields that decide nothing that comes later. Everything else that a graph holds is part of its
   * state.
   */
  static final Set<String> IRRELEVANT =
      Set.of(
          // numbers for the wire, which no rule reads
          "io.snapkeeper.core.report.Report.sequence",
          "io.snapkeeper.core.member.SnapshotGate.sequence",
          // whether a reason was logged already
          "io.snapkeeper.core.schedule.Member.loggedVerdict",
          // results and scratch of the last decision, made anew by the next one
          "io.snapkeeper.core.schedule.Member.verdict",
          "io.snapkeeper.core.schedule.Member.urgency",
          "io.snapkeeper.core.schedule.Planner.waiting",
          "io.snapkeeper.core.schedule.Planner.distance",
          "io.snapkeeper.core.schedule.Planner.pressed",
          "io.snapkeeper.core.member.SnapshotGate.actions",
          // a picture of the voters, taken anew before each look at it
          "io.snapkeeper.core.schedule.QuorumSafety.fast",
          "io.snapkeeper.core.schedule.QuorumSafety.settled",
          "io.snapkeeper.core.schedule.QuorumSafety.reachable",
          "io.snapkeeper.core.schedule.QuorumSafety.present",
          "io.snapkeeper.core.schedule.QuorumSafety.voters",
          "io.snapkeeper.core.schedule.QuorumSafety.rules",
          "io.snapkeeper.core.schedule.QuorumSafety.busyVoters",
          "io.snapkeeper.core.schedule.QuorumSafety.seen",
          "io.snapkeeper.core.schedule.QuorumSafety.standings",
          "io.snapkeeper.core.schedule.QuorumSafety.atOnceMax",
          "io.snapkeeper.simulation.check.SafetyMonitor.endingSlot",
          "io.snapkeeper.simulation.check.SafetyMonitor.endingSid");

  private static final Pattern TIME =
      Pattern.compile("(now|clock|at|until|.*(At|Until|From|By))Millis");

  /** One instance field. */
  static final class Slot {
    final Field field;
    final Class<?> type;
    final boolean isSid;
    final boolean isTime;
    final boolean isRelevant;
    final long id;

    /** Of the value last read from it; several threads may look, as shapes never change. */
    ClassShape lastShape;

    Slot(Field field) {
      this.field = field;
      this.type = field.getType();
      String name = field.getName();
      this.isSid = type == long.class && (name.equals("sid") || name.endsWith("Sid"));
      this.isTime = type == long.class && TIME.matcher(name).matches();
      String path = field.getDeclaringClass().getName() + "." + name;
      this.isRelevant = !IRRELEVANT.contains(path);
      this.id = textHash(path);
      field.setAccessible(true);
    }
  }

  private static final ClassValue<ClassShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected ClassShape computeValue(Class<?> type) {
          return new ClassShape(type);
        }
      };

  final Class<?> type;
  final Kind kind;
  final long id;
  final List<Slot> slots;

  /** The field {@code sid} by which an object says which server it is about, or null. */
  final Slot sid;

  /** Whether it is one of the core's quorum rules, which never change. */
  final boolean isQuorumRule;

  /** Whether nothing of it is part of a state, so that copies may have it in common. */
  final boolean isScratch;

  /**
   * Whether it never changes and holds neither points in time nor servers' ids but its own {@code
   * sid}, so that its hash is always the same.
   */
  final boolean isFixed;

  /** For an OBJECT: makes one without running its own constructors; for a RECORD the canonical. */
  final Constructor<?> constructor;

  private ClassShape(Class<?> type) {
    this.type = type;
    this.id = textHash(type.getName());
    this.kind = kindOf(type);
    this.slots = kind == Kind.RECORD || kind == Kind.OBJECT ? slotsOf(type) : List.of();
    this.sid =
        slots.stream()
            .filter(s -> s.isSid && s.field.getName().equals("sid"))
            .findFirst()
            .orElse(null);
    this.isScratch =
        kind == Kind.OBJECT && !slots.isEmpty() && slots.stream().noneMatch(s -> s.isRelevant);
    this.isQuorumRule = type.getPackageName().equals("io.snapkeeper.core.quorum");
    this.isFixed = kind == Kind.RECORD && slots.stream().allMatch(ClassShape::isFixed);
    this.constructor =
        switch (kind) {
          case OBJECT -> bareConstructor(type);
          case RECORD -> canonicalConstructor(type);
          default -> null;
        };
  }

  private static boolean isFixed(Slot slot) {
    if (slot.type.isPrimitive()) {
      return !slot.isTime && (!slot.isSid || slot.field.getName().equals("sid"));
    }
    return slot.type.isEnum()
        || slot.type == String.class
        || (slot.type.isRecord() && of(slot.type).isFixed && of(slot.type).sid == null);
  }

  static ClassShape of(Object value) {
    return SHAPES.get(value.getClass());
  }

  /** The same, for a value that was read from this field: most hold one class only. */
  static ClassShape of(Object value, Slot slot) {
    ClassShape last = slot.lastShape;
    if (last == null || last.type != value.getClass()) {
      last = of(value);
      slot.lastShape = last;
    }
    return last;
  }

  static ClassShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  private static Kind kindOf(Class<?> type) {
    if (type == String.class || Consumer.class.isAssignableFrom(type)) {
      return Kind.WORDS;
    }
    if (Enum.class.isAssignableFrom(type)
        || Number.class.isAssignableFrom(type)
        || type == Boolean.class) {
      return Kind.VALUE;
    }
    if (type.isRecord()) {
      return Kind.RECORD;
    }
    return type.getName().startsWith("java.") ? Kind.OTHER : Kind.OBJECT;
  }

  private static List<Slot> slotsOf(Class<?> type) {
    List<Slot> slots = new ArrayList<>();
    if (type.isRecord()) {
      // in the order in which the canonical constructor takes them
      for (RecordComponent component : type.getRecordComponents()) {
        slots.add(new Slot(field(type, component.getName())));
      }
      return List.copyOf(slots);
    }
    for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          slots.add(new Slot(field));
        }
      }
    }
    slots.sort(Comparator.comparing(slot -> slot.field.getName()));
    return List.copyOf(slots);
  }

  private static Field field(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("a record without the field of its component " + name, e);
    }
  }

  private static Constructor<?> canonicalConstructor(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = components[i].getType();
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record without its canonical constructor: " + type, e);
    }
  }

  /**
   * The constructor that serialisation uses: it runs Object's only. By reflection, as the class
   * that gives it has no place in a module's API, though every JDK exports it for this purpose.
   */
  private static Constructor<?> bareConstructor(Class<?> type) {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      Object instance = factory.getMethod("getReflectionFactory").invoke(null);
      return (Constructor<?>)
          factory
              .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
              .invoke(instance, type, Object.class.getDeclaredConstructor());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "this JDK does not let objects of " + type + " be copied (module jdk.unsupported)", e);
    }
  }

  /** The same in every run, unlike an identity. */
  static long textHash(String text) {
    Hash128 hash = new Hash128();
    for (int i = 0; i < text.length(); i++) {
      hash.add(text.charAt(i));
    }
    return hash.high;
  }
}
