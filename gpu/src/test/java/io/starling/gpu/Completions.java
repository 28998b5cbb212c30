package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.memory.Device;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Numbers work and hears of its end, once of each. */
final class Completions {

  private final Device device;
  private final BitSet open = new BitSet();
  private final List<String> failures = new ArrayList<>();
  private int count;

  Completions(Device device) {
    this.device = device;
    device.attach(this::ended);
  }

  private void ended(int work, String failure) {
    assertThat(open.get(work)).as("work %d was told before", work).isTrue();
    open.clear(work);
    if (failure != null) {
      failures.add(failure);
    }
  }

  /** The number of new work. */
  int next() {
    open.set(count);
    return count++;
  }

  boolean isOpen(int work) {
    return open.get(work);
  }

  int open() {
    return open.cardinality();
  }

  List<String> failures() {
    return failures;
  }

  /** Waits until all has ended, and none of it failed. */
  void await() {
    settle();
    assertThat(failures).isEmpty();
  }

  /** Waits until this work has ended, and nothing has failed so far. */
  void await(int work) {
    while (open.get(work)) {
      if (device.progress() == 0) {
        LockSupport.parkNanos(device.longestSleep());
      }
    }
    assertThat(failures).isEmpty();
  }

  /** Waits until all has ended. */
  void settle() {
    while (open() > 0) {
      if (device.progress() == 0) {
        LockSupport.parkNanos(device.longestSleep());
      }
    }
  }
}
