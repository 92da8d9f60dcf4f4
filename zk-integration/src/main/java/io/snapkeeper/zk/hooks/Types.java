package io.snapkeeper.zk.hooks;

import java.util.Map;

/** Class objects by the names that {@link Class#getName} gives, primitives included. */
final class Types {

  private static final Map<String, Class<?>> PRIMITIVES =
      Map.of("boolean", boolean.class, "int", int.class, "long", long.class, "void", void.class);

  private Types() {}

  static Class<?> forName(String name, ClassLoader loader) throws ClassNotFoundException {
    Class<?> primitive = PRIMITIVES.get(name);
    return primitive != null ? primitive : Class.forName(name, false, loader);
  }
}
