package io.starling.objects.reduce;

import io.starling.objects.directory.ReduceDesk;
import io.starling.objects.operation.Questions;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.LinkEstimate;
import java.util.function.Supplier;

/**
 * What the coordinators of a store work with.
 *
 * @param desk keeps what they decide
 */
record CoordinatorTools(
    NodeTools nodes,
    Questions questions,
    ReduceDesk desk,
    Supplier<View> view,
    Supplier<LinkEstimate> links) {

  private static final int VIEW_SHIFT = 32;
  private static final int ATTEMPT_SHIFT = 24;

  /** Larger than each epoch of an earlier view, and of an earlier attempt. */
  long firstEpoch(int attempt) {
    return (view.get().number() << VIEW_SHIFT) + ((long) attempt << ATTEMPT_SHIFT) + 1;
  }
}
