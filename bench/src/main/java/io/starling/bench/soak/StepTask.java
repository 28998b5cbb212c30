package io.starling.bench.soak;

import io.starling.runtime.Request;
import java.util.List;

/**
 * A part of a step on one communicator. A step begins all its tasks, in the same order on all
 * ranks, then lets each of them take its messages, waits for all requests in any order, and checks.
 */
interface StepTask {

  /** For reports: the communicator, the call, the algorithm, sizes. */
  String text();

  /** What it counts as in the table. */
  String kind();

  long bytes();

  void begin();

  /** What is still open. */
  List<Request> open();

  /** Takes messages that no receive was posted for. */
  default void take() {}

  /**
   * Compares all memory, and frees what is left.
   *
   * @throws WrongResultException if something is wrong
   */
  void check();

  /** What all ranks do after their checks, in the order of tasks. */
  default void settle() {}
}
