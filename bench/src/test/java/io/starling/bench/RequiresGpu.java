package io.starling.bench;

import io.starling.gpu.Gpus;
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
 * Tests whose ranks need a real GPU; where there is none they are skipped, and one line says so.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("gpu")
@ExtendWith(RequiresGpu.Condition.class)
@interface RequiresGpu {

  final class Condition implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      if (!Gpus.here().devices().isEmpty()) {
        return ConditionEvaluationResult.enabled("a GPU is here");
      }
      String reason =
          Gpus.here() instanceof Gpus.Missing(String what)
              ? what
              : "the CUDA driver shows no device";
      if (context.getTestMethod().isEmpty()) {
        System.out.println("GPU tests: " + context.getDisplayName() + " skipped (" + reason + ")");
      }
      return ConditionEvaluationResult.disabled(reason);
    }
  }
}
