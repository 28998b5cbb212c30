package io.starling.gpu;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that need a real device; where there is none they are skipped; {@link GpuTestSummary} says
 * so.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("gpu")
@ExtendWith(RequiresGpu.Condition.class)
@interface RequiresGpu {

  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return switch (Gpus.here()) {
        case Gpus.Present(_, var devices) when !devices.isEmpty() ->
            ConditionEvaluationResult.enabled("a GPU is here");
        case Gpus.Present _ ->
            ConditionEvaluationResult.disabled("the CUDA driver shows no device");
        case Gpus.Missing(String reason) -> ConditionEvaluationResult.disabled(reason);
      };
    }
  }
}
