package io.snapkeeper.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * SLF4J takes a throwable at the end of the arguments for the stack trace, and leaves a placeholder
 * that was meant for it unfilled: the line then hides the cause.
 */
class LogCallsTest {

  private static final Set<String> LEVELS = Set.of("trace", "debug", "info", "warn", "error");

  private static final Pattern THROWABLE =
      Pattern.compile("(Throwable|Exception|Error)( \\w+)?$", Pattern.MULTILINE);

  private final Path repo = Path.of(System.getProperty("snapkeeper.repo"));
  private final List<String> wrong = new ArrayList<>();
  private int calls;

  @Test
  void everyLogCallFillsItsPlaceholdersAndLeavesAThrowableToTheStackTrace() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources()));
      for (CompilationUnitTree file : task.parse()) {
        new Calls(file).scan(file, null);
      }
    }
    assertThat(calls).as("log calls found").isGreaterThan(40);
    assertThat(wrong).as("log calls with other placeholders than arguments").isEmpty();
  }

  private List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(repo)) {
      for (Path main : modules.map(module -> module.resolve("src/main/java")).toList()) {
        if (Files.isDirectory(main)) {
          try (Stream<Path> all = Files.walk(main)) {
            for (Path path : all.filter(p -> p.toString().endsWith(".java")).toList()) {
              if (Files.readString(path).contains("LOG.")) {
                sources.add(path);
              }
            }
          }
        }
      }
    }
    return sources;
  }

  /** Of one file. */
  private final class Calls extends TreeScanner<Void, Void> {

    private final CompilationUnitTree file;

    /** Parameters and variables of the method at hand that are declared as throwables. */
    private final Set<String> throwables = new HashSet<>();

    Calls(CompilationUnitTree file) {
      this.file = file;
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      throwables.clear();
      return super.visitMethod(method, null);
    }

    @Override
    public Void visitVariable(VariableTree variable, Void unused) {
      if (THROWABLE.matcher(String.valueOf(variable.getType())).find()) {
        throwables.add(variable.getName().toString());
      }
      return super.visitVariable(variable, null);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
      if (call.getMethodSelect() instanceof MemberSelectTree select
          && LEVELS.contains(select.getIdentifier().toString())
          && select.getExpression() instanceof IdentifierTree logger
          && logger.getName().contentEquals("LOG")) {
        calls++;
        check(call);
      }
      return super.visitMethodInvocation(call, null);
    }

    private void check(MethodInvocationTree call) {
      List<? extends ExpressionTree> arguments = call.getArguments();
      int placeholders = text(arguments.get(0)).split("\\{}", -1).length - 1;
      int values = arguments.size() - 1;
      if (arguments.get(values) instanceof IdentifierTree last
          && throwables.contains(last.getName().toString())) {
        values--;
      }
      if (placeholders != values) {
        wrong.add(file.getSourceFile().getName() + ": " + call);
      }
    }

    private static String text(ExpressionTree message) {
      if (message instanceof LiteralTree literal) {
        return String.valueOf(literal.getValue());
      }
      if (message instanceof ParenthesizedTree inner) {
        return text(inner.getExpression());
      }
      return message instanceof BinaryTree sum
          ? text(sum.getLeftOperand()) + text(sum.getRightOperand())
          : "";
    }
  }
}
