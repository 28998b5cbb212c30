package io.starling.testbed;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that need several hosts; where there can be none they are skipped; {@link BedTestSummary}
 * says so.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnBed.Condition.class)
@interface OnBed {

  final class Condition implements ExecutionCondition {

    private static final String OBSTACLE = Bed.obstacle();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return OBSTACLE.isEmpty()
          ? ConditionEvaluationResult.enabled("hosts can be made here")
          : ConditionEvaluationResult.disabled(OBSTACLE);
    }
  }
}
