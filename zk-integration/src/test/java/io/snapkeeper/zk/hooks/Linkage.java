package io.snapkeeper.zk.hooks;

import java.io.IOException;
import java.lang.reflect.Member;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Every member of a ZooKeeper class that the plugin's bytecode names exists, with its exact
 * descriptor, in each ZooKeeper it runs on. The compiler sees one release only.
 */
public final class Linkage {

  private static final String LEADER = "org.apache.zookeeper.server.quorum.LeaderZooKeeperServer.";
  private static final String FOLLOWER =
      "org.apache.zookeeper.server.quorum.FollowerZooKeeperServer.";
  private static final String OBSERVER =
      "org.apache.zookeeper.server.quorum.ObserverZooKeeperServer.";

  /** Named in overrides that nobody calls before 3.9.4: {@code owner.name}. */
  private static final Set<String> SINCE_394 =
      Set.of(LEADER + "takeSnapshot", FOLLOWER + "takeSnapshot", OBSERVER + "takeSnapshot");

  /** Named in code that runs on 3.9 only. */
  private static final Set<String> SINCE_390 =
      Set.of(
          // the AdminServer of 3.8 has no authentication; OrderCommand is not loaded there
          "org.apache.zookeeper.server.admin.AuthRequest.<init>",
          // 3.8 has no restore command that would call the overrides
          LEADER + "restoreFromSnapshot",
          FOLLOWER + "restoreFromSnapshot",
          OBSERVER + "restoreFromSnapshot",
          // which are the only ones to write a snapshot in place of ZooKeeper
          "org.apache.zookeeper.server.persistence.FileTxnSnapLog.save",
          // nobody asks an archive for its size in 3.8
          "org.apache.jute.OutputArchive.getDataSize");

  private Linkage() {}

  /**
   * Members that the plugin names and this ZooKeeper does not have, of those that are used on it.
   *
   * @param agentJar the plugin
   * @param version of this ZooKeeper
   * @throws IllegalStateException if hardly any are named, so that nothing was looked at
   */
  public static Set<String> missing(Path agentJar, ClassLoader loader, String version)
      throws IOException {
    Set<Reference> named = named(agentJar);
    if (named.size() <= 100) {
      throw new IllegalStateException("only " + named.size() + " references in " + agentJar);
    }
    Set<String> missing = new TreeSet<>();
    for (Reference reference : named) {
      if (!reference.existsIn(loader)) {
        missing.add(reference.owner + "." + reference.name);
      }
    }
    if (version.startsWith("3.8.")) {
      missing.removeAll(SINCE_390);
    }
    if (version.startsWith("3.8.") || version.matches("3\\.9\\.[0-3]")) {
      missing.removeAll(SINCE_394);
    }
    return missing;
  }

  /** Members of ZooKeeper's classes; the plugin's own in ZooKeeper's packages are not. */
  private static Set<Reference> named(Path agentJar) throws IOException {
    Set<Reference> named = new HashSet<>();
    Set<String> own = new HashSet<>();
    try (JarFile jar = new JarFile(agentJar.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().endsWith(".class")) {
          ClassReader reader = new ClassReader(jar.getInputStream(entry).readAllBytes());
          own.add(reader.getClassName().replace('/', '.'));
          addReferences(reader, named);
        }
      }
    }
    named.removeIf(reference -> own.contains(reference.owner));
    return named;
  }

  private record Reference(String owner, String name, String descriptor) {

    boolean existsIn(ClassLoader loader) {
      try {
        return existsIn(Class.forName(owner, false, loader));
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    /** In the class or anything it inherits from, as the JVM resolves it. */
    private boolean existsIn(Class<?> type) {
      if (type == null) {
        return false;
      }
      Stream<? extends Member> members =
          descriptor.startsWith("(")
              ? name.equals("<init>")
                  ? Arrays.stream(type.getDeclaredConstructors())
                      .filter(c -> Type.getConstructorDescriptor(c).equals(descriptor))
                  : Arrays.stream(type.getDeclaredMethods())
                      .filter(m -> m.getName().equals(name))
                      .filter(m -> Type.getMethodDescriptor(m).equals(descriptor))
              : Arrays.stream(type.getDeclaredFields())
                  .filter(f -> f.getName().equals(name))
                  .filter(f -> Type.getDescriptor(f.getType()).equals(descriptor));
      return members.findAny().isPresent()
          || existsIn(type.getSuperclass())
          || Arrays.stream(type.getInterfaces()).anyMatch(this::existsIn);
    }
  }

  private static void addReferences(ClassReader reader, Set<Reference> references) {
    MethodVisitor calls =
        new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitMethodInsn(
              int opcode, String owner, String name, String descriptor, boolean isInterface) {
            note(owner, name, descriptor);
          }

          @Override
          public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            note(owner, name, descriptor);
          }

          private void note(String owner, String name, String descriptor) {
            if (owner.startsWith("org/apache/zookeeper/") || owner.startsWith("org/apache/jute/")) {
              references.add(new Reference(owner.replace('/', '.'), name, descriptor));
            }
          }
        };
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            return calls;
          }
        },
        ClassReader.SKIP_DEBUG);
  }
}
