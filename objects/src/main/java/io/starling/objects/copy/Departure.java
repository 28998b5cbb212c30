package io.starling.objects.copy;

import io.starling.runtime.StarlingException;

/** Why a copy ended. */
public sealed interface Departure {

  /** There is no such object any more. */
  record Gone(StarlingException reason) implements Departure {}

  /** There may be other copies. */
  enum Moved implements Departure {
    /** The memory was needed. */
    EVICTED,
    /** The writer gave up, or the object is another one. */
    REPLACED
  }
}
