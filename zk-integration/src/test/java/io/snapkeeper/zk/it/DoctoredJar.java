package io.snapkeeper.zk.it;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * A copy of a jar in which some methods behave differently, so that a fault or another version can
 * be had in a server process without a hook for it in production code.
 *
 * <p>Advice is copied into the method, so its body may use only what the server's class path has.
 */
public final class DoctoredJar {

  private final Path original;
  private final Map<String, byte[]> changed = new LinkedHashMap<>();

  private DoctoredJar(Path original) {
    this.original = original;
  }

  public static DoctoredJar copyOf(Path original) {
    return new DoctoredJar(original);
  }

  /**
   * Weaves advice into the methods of a class that match.
   *
   * @throws IllegalArgumentException if no method matches: the class has changed and the test would
   *     test nothing
   */
  public DoctoredJar advise(
      String className, ElementMatcher<? super MethodDescription> methods, Class<?> advice)
      throws IOException {
    try (ClassFileLocator inJar = ClassFileLocator.ForJarFile.of(original.toFile())) {
      ClassFileLocator everywhere =
          new ClassFileLocator.Compound(
              inJar, ClassFileLocator.ForClassLoader.of(DoctoredJar.class.getClassLoader()));
      TypeDescription type = TypePool.Default.of(everywhere).describe(className).resolve();
      if (type.getDeclaredMethods().filter(methods).isEmpty()) {
        throw new IllegalArgumentException("no such method in " + className + ": " + methods);
      }
      byte[] bytes =
          new ByteBuddy()
              .redefine(type, everywhere)
              .visit(Advice.to(advice).on(methods))
              .make()
              .getBytes();
      changed.put(entryName(className), bytes);
    }
    return this;
  }

  /** Gives a method another name, where it is declared and where the same class calls it. */
  DoctoredJar rename(String className, String method, String newName) throws IOException {
    String owner = className.replace('.', '/');
    int[] renamed = new int[1];
    remap(
        className,
        new Remapper(Opcodes.ASM9) {
          @Override
          public String mapMethodName(String in, String name, String descriptor) {
            if (in.equals(owner) && name.equals(method)) {
              renamed[0]++;
              return newName;
            }
            return name;
          }
        });
    if (renamed[0] == 0) {
      throw new IllegalArgumentException("no method " + method + " in " + className);
    }
    return this;
  }

  /** Lets a class use another constant of an enum. */
  <E extends Enum<E>> DoctoredJar replace(String className, E constant, E replacement)
      throws IOException {
    String owner = constant.getDeclaringClass().getName().replace('.', '/');
    int[] replaced = new int[1];
    remap(
        className,
        new Remapper(Opcodes.ASM9) {
          @Override
          public String mapFieldName(String in, String name, String descriptor) {
            if (in.equals(owner) && name.equals(constant.name())) {
              replaced[0]++;
              return replacement.name();
            }
            return name;
          }
        });
    if (replaced[0] == 0) {
      throw new IllegalArgumentException("no use of " + constant + " in " + className);
    }
    return this;
  }

  private void remap(String className, Remapper remapper) throws IOException {
    try (JarFile jar = new JarFile(original.toFile())) {
      byte[] bytes = jar.getInputStream(jar.getJarEntry(entryName(className))).readAllBytes();
      ClassWriter writer = new ClassWriter(0);
      new ClassReader(bytes).accept(new ClassRemapper(writer, remapper), 0);
      changed.put(entryName(className), writer.toByteArray());
    }
  }

  /**
   * Differs where the changes do, or one of the jars.
   *
   * @param jars those among which the copy will be
   */
  String fingerprint(List<Path> jars) throws IOException {
    MessageDigest digest = sha256();
    for (Path jar : jars) {
      String file = jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar);
      digest.update(file.getBytes(StandardCharsets.UTF_8));
    }
    for (byte[] bytes : changed.values()) {
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  /** Writes the copy; signatures and everything else are taken over as they are. */
  public Path writeTo(Path target) throws IOException {
    try (JarFile jar = new JarFile(original.toFile());
        OutputStream file = Files.newOutputStream(target);
        JarOutputStream out = new JarOutputStream(file)) {
      for (JarEntry entry : jar.stream().toList()) {
        out.putNextEntry(new JarEntry(entry.getName()));
        byte[] replacement = changed.get(entry.getName());
        if (replacement != null) {
          out.write(replacement);
        } else {
          jar.getInputStream(entry).transferTo(out);
        }
        out.closeEntry();
      }
    }
    return target;
  }

  private static String entryName(String className) {
    return className.replace('.', '/') + ".class";
  }
}
