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

/** Tests that need a real device; where there is none they are skipped, and one line says why. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("gpu")
@ExtendWith(RequiresGpu.Condition.class)
@interface RequiresGpu {

  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean forClass = context.getTestMethod().isEmpty();
      return switch (Gpus.here()) {
        case Gpus.Present(_, var devices) when !devices.isEmpty() ->
            ConditionEvaluationResult.enabled("a GPU is here");
        case Gpus.Present _ -> skipped(context, forClass, "the CUDA driver shows no device");
        case Gpus.Missing(String reason) -> skipped(context, forClass, reason);
      };
    }

    private static ConditionEvaluationResult skipped(
        ExtensionContext context, boolean say, String reason) {
      if (say) {
        System.out.println("GPU tests skipped, " + context.getDisplayName() + ": " + reason);
      }
      return ConditionEvaluationResult.disabled(reason);
    }
  }
}
