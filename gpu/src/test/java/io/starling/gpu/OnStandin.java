package io.starling.gpu;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests that use {@link StandinDriver}; skipped, and one line says why, where it can't be made. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnStandin.Condition.class)
@interface OnStandin {

  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      String obstacle = StandinDriver.obstacle();
      if (obstacle.isEmpty()) {
        return ConditionEvaluationResult.enabled("the stand-in is here");
      }
      if (context.getTestMethod().isEmpty()) {
        System.out.println("Stand-in tests skipped, " + context.getDisplayName() + ": " + obstacle);
      }
      return ConditionEvaluationResult.disabled(obstacle);
    }
  }
}
