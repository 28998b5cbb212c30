package io.starling.objects.protocol;

import io.starling.objects.ObjectId;

/** What one store says to another. A store speaks to itself with the same messages. */
public sealed interface Message
    permits ToPrimary,
        FromPrimary,
        RecordMessage,
        Holdings,
        Transfer,
        ReduceMessage,
        SurveyMessage,
        MembershipMessage {

  /**
   * Whether the message is valid in the view in which it was sent only. Such a message is dropped
   * in a later view, as its sender says again what still matters; in an earlier view it waits.
   * Transfers go on from one view to the next.
   */
  default boolean isBoundToView() {
    return true;
  }

  /** A message about one object. */
  interface OfObject {
    /** The object. */
    ObjectId id();
  }
}
