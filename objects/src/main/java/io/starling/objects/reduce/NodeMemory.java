package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Departure;
import io.starling.objects.copy.Space;
import io.starling.objects.operation.Reservations;
import io.starling.objects.protocol.ReduceIds;
import io.starling.objects.protocol.ReduceMessage.Assign;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The memory of a node: an accumulator, and room for each child but the first, whose bytes are
 * folded where they arrive. All of it is reserved at once, so that two nodes never wait for each
 * other's part.
 */
final class NodeMemory {

  /** The size of the largest element. */
  static final long ALIGNMENT = 16;

  private final Assign assign;
  private final NodeTools tools;
  private final Runnable ready;
  private final Consumer<String> failed;
  private final List<Copy> staging = new ArrayList<>();
  private Reservations.Reservation reservation;
  private Accumulator accumulator;

  /**
   * @param ready there is memory
   * @param failed says why there can't be memory
   */
  NodeMemory(Assign assign, NodeTools tools, Runnable ready, Consumer<String> failed) {
    this.assign = assign;
    this.tools = tools;
    this.ready = ready;
    this.failed = failed;
  }

  void start() {
    int parts = Math.max(0, assign.expected() - 1) + (assign.root() ? 0 : 1);
    if (parts == 0) {
      onReserved(0);
      return;
    }
    reservation =
        tools
            .operations()
            .reservations()
            .reserve(
                parts * Space.rounded(assign.size()),
                this::onReserved,
                full -> failed.accept(full.getMessage()));
  }

  Accumulator accumulator() {
    return accumulator;
  }

  List<Copy> staging() {
    return staging;
  }

  void close() {
    if (reservation != null) {
      reservation.cancel();
    }
    if (accumulator != null) {
      accumulator.close();
    }
    staging.forEach(copy -> copy.drop(Departure.Moved.REPLACED));
  }

  private void onReserved(long offset) {
    long next = offset;
    if (!assign.root()) {
      Copy copy = copy(next, true);
      next += Space.rounded(assign.size());
      accumulator = new InnerAccumulator(copy, tools.operations().stamps(), tools.accumulators());
    }
    for (int i = 1; i < assign.expected(); i++) {
      staging.add(copy(next, false));
      next += Space.rounded(assign.size());
    }
    if (assign.root()) {
      RootAccumulator root =
          new RootAccumulator(assign, tools.puts(), tools.operations().timers(), ready, failed);
      accumulator = root;
      root.start();
    } else {
      ready.run();
    }
  }

  private Copy copy(long offset, boolean accumulated) {
    return Copy.fetched(
        accumulated ? ReduceIds.accumulator(assign.reduce(), assign.epoch()) : assign.target(),
        assign.type(),
        assign.size(),
        tools.operations().space(),
        offset);
  }
}
