package io.snapkeeper.testset;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test that only the full set has. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FullSetOnly.Condition.class)
public @interface FullSetOnly {

  /** Decides by {@link TestSet}. */
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return TestSet.isFull()
          ? ConditionEvaluationResult.enabled("the full set")
          : ConditionEvaluationResult.disabled("only with -Pfull: " + context.getDisplayName());
    }
  }
}
