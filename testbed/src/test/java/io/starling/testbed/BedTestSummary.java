package io.starling.testbed;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says in one line how many tests ran over several hosts, or why they were skipped. */
public final class BedTestSummary implements TestExecutionListener {

  private final AtomicInteger run = new AtomicInteger();
  private final AtomicInteger skipped = new AtomicInteger();
  private volatile String reason = "";

  /** For the service loader. */
  public BedTestSummary() {}

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      run.incrementAndGet();
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String why) {
    skipped.incrementAndGet();
    reason = why;
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    if (skipped.get() > 0) {
      System.out.printf("Test bed: %d skipped (%s)%n", skipped.get(), reason);
    }
    if (run.get() > 0) {
      System.out.printf("Test bed: %d tests run over %d hosts%n", run.get(), Bed.HOSTS);
    }
  }
}
