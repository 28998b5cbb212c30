package io.starling.gpu;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says in one line, after all tests, how many of those that need a GPU were run or skipped. */
public final class GpuTestSummary implements TestExecutionListener {

  private static final TestTag GPU = TestTag.create("gpu");

  private final Consumer<String> output;
  private final Gpus gpus;
  private final Set<String> skippedClasses = new HashSet<>();
  private TestPlan plan;
  private int run;
  private int skipped;
  private String reason = "";

  /** For the service loader. */
  public GpuTestSummary() {
    this(System.out::println, Gpus.here());
  }

  GpuTestSummary(Consumer<String> output, Gpus gpus) {
    this.output = output;
    this.gpus = gpus;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan itsPlan) {
    plan = itsPlan;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (gpuMethod(test).isPresent()) {
      run++;
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String why) {
    skip(test, why);
    plan.getDescendants(test).forEach(inner -> skip(inner, why));
  }

  private void skip(TestIdentifier test, String why) {
    gpuMethod(test)
        .ifPresent(
            method -> {
              skipped++;
              skippedClasses.add(method.getClassName());
              reason = why;
            });
  }

  /** A method's repetitions are no methods. */
  private Optional<MethodSource> gpuMethod(TestIdentifier test) {
    boolean isRepetition = plan.getParent(test).flatMap(GpuTestSummary::method).isPresent();
    return isRepetition || !test.getTags().contains(GPU) ? Optional.empty() : method(test);
  }

  private static Optional<MethodSource> method(TestIdentifier test) {
    return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan itsPlan) {
    if (skipped > 0) {
      output.accept(
          "GPU tests: %d skipped in %d classes (%s)"
              .formatted(skipped, skippedClasses.size(), reason));
    }
    if (run > 0) {
      String where = gpus.devices().isEmpty() ? "no GPU" : gpus.devices().getFirst().label();
      output.accept("GPU tests: %d run on %s".formatted(run, where));
    }
  }
}
