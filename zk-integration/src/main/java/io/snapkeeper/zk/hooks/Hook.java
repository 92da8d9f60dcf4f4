package io.snapkeeper.zk.hooks;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One member of a ZooKeeper class that the plugin overrides, calls or sets.
 *
 * @param owner the class, by its binary name
 * @param kind how the plugin uses it
 * @param name of the method or field; ignored for a constructor
 * @param type return type of a method, type of a field; ignored for a constructor
 * @param parameters parameter types, by name
 */
record Hook(String owner, Kind kind, String name, String type, List<String> parameters) {

  /** How the plugin uses a member. */
  enum Kind {
    /** A method that the plugin overrides: neither private, static nor final. */
    OVERRIDE,
    /** A method that the plugin calls: not private. */
    CALL,
    /** A static method that the plugin calls: not private. */
    CALL_STATIC,
    /** A constructor of a class that the plugin extends: not private, the class not final. */
    EXTEND,
    /** A field that the plugin reads or sets: neither private nor static. */
    FIELD,
    /** A static field that the plugin reads: not private. */
    FIELD_STATIC;

    boolean isStatic() {
      return this == CALL_STATIC || this == FIELD_STATIC;
    }
  }

  /** What is wrong with this hook in the ZooKeeper that the loader sees; empty if nothing is. */
  Optional<String> mismatch(ClassLoader loader) {
    try {
      Class<?> ownerClass = Class.forName(owner, false, loader);
      Member member = find(ownerClass, loader);
      return reason(ownerClass, member).map(reason -> this + " " + reason);
    } catch (ClassNotFoundException | NoSuchMethodException | NoSuchFieldException e) {
      return Optional.of(this + " is missing (" + e + ")");
    }
  }

  private Member find(Class<?> ownerClass, ClassLoader loader)
      throws ClassNotFoundException, NoSuchMethodException, NoSuchFieldException {
    List<Class<?>> types = new ArrayList<>();
    for (String parameter : parameters) {
      types.add(Types.forName(parameter, loader));
    }
    Class<?>[] signature = types.toArray(new Class<?>[0]);
    return switch (kind) {
      case OVERRIDE, CALL, CALL_STATIC -> ownerClass.getDeclaredMethod(name, signature);
      case EXTEND -> ownerClass.getDeclaredConstructor(signature);
      case FIELD, FIELD_STATIC -> ownerClass.getDeclaredField(name);
    };
  }

  private Optional<String> reason(Class<?> ownerClass, Member member) {
    int modifiers = member.getModifiers();
    if (Modifier.isPrivate(modifiers)) {
      return Optional.of("is private");
    }
    if (kind == Kind.OVERRIDE && Modifier.isFinal(modifiers)) {
      return Optional.of("is final");
    }
    if (kind == Kind.EXTEND && Modifier.isFinal(ownerClass.getModifiers())) {
      return Optional.of("belongs to a final class");
    }
    if (kind != Kind.EXTEND && Modifier.isStatic(modifiers) != kind.isStatic()) {
      return Optional.of(kind.isStatic() ? "is not static" : "is static");
    }
    String found = typeOf(member);
    return found.equals(type) ? Optional.empty() : Optional.of("has type " + found);
  }

  private String typeOf(Member member) {
    if (member instanceof Method method) {
      return method.getReturnType().getName();
    }
    if (member instanceof Field field) {
      return field.getType().getName();
    }
    if (member instanceof Constructor<?>) {
      return type;
    }
    throw new IllegalStateException("neither method, field nor constructor: " + member);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case OVERRIDE, CALL, CALL_STATIC ->
          type + " " + owner + "." + name + "(" + String.join(", ", parameters) + ")";
      case EXTEND -> owner + "(" + String.join(", ", parameters) + ")";
      case FIELD, FIELD_STATIC -> type + " " + owner + "." + name;
    };
  }
}
