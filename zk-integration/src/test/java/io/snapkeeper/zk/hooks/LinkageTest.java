package io.snapkeeper.zk.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Member;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every member of a ZooKeeper class that the plugin's bytecode names exists, with its exact
 * descriptor, in each ZooKeeper it runs on. The compiler sees 3.9 only.
 */
class LinkageTest {

  /** Named in code that runs on 3.9 only: {@code owner.name}. */
  private static final Set<String> ONLY_39 =
      Set.of(
          // the AdminServer of 3.8 has no authentication; OrderCommand is not loaded there
          "org.apache.zookeeper.server.admin.AuthRequest.<init>",
          // 3.8 has no restore command that would call the overrides
          "org.apache.zookeeper.server.quorum.LeaderZooKeeperServer.restoreFromSnapshot",
          "org.apache.zookeeper.server.quorum.FollowerZooKeeperServer.restoreFromSnapshot",
          "org.apache.zookeeper.server.quorum.ObserverZooKeeperServer.restoreFromSnapshot",
          // and none that takes a snapshot
          "org.apache.zookeeper.server.quorum.LeaderZooKeeperServer.takeSnapshot",
          "org.apache.zookeeper.server.quorum.FollowerZooKeeperServer.takeSnapshot",
          "org.apache.zookeeper.server.quorum.ObserverZooKeeperServer.takeSnapshot",
          // nobody asks an archive for its size in 3.8
          "org.apache.jute.OutputArchive.getDataSize");

  @ParameterizedTest
  @EnumSource(Line.class)
  void everyMemberThatThePluginNamesIsThere(Line line) throws IOException {
    Set<String> missing = new TreeSet<>();
    int[] seen = {0};
    try (URLClassLoader loader = StockLibraries.loader(line);
        Stream<Path> files = Files.walk(pluginClasses())) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .forEach(
              file ->
                  references(file)
                      .forEach(
                          reference -> {
                            seen[0]++;
                            if (!reference.existsIn(loader)) {
                              missing.add(reference.owner + "." + reference.name);
                            }
                          }));
    }
    assertThat(seen[0]).as("references looked at").isGreaterThan(100);
    assertThat(missing).isEqualTo(line == Line.V3_8 ? ONLY_39 : Set.of());
  }

  private static Path pluginClasses() {
    return Path.of(System.getProperty("snapkeeper.repo"), "zk-integration", "target", "classes");
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

  private static Set<Reference> references(Path classFile) {
    Set<Reference> references = new java.util.HashSet<>();
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
            boolean theirs =
                (owner.startsWith("org/apache/zookeeper/") || owner.startsWith("org/apache/jute/"))
                    && !owner.contains("/Snapkeeper")
                    && !owner.endsWith("/Serving");
            if (theirs) {
              references.add(new Reference(owner.replace('/', '.'), name, descriptor));
            }
          }
        };
    try {
      new ClassReader(Files.readAllBytes(classFile))
          .accept(
              new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String sig, String[] thrown) {
                  return calls;
                }
              },
              0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return references;
  }
}
