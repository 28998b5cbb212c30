package io.starling.objects.copy;

/** Why a copy ended. */
public enum Departure {
  /** The object was deleted. */
  DELETED,
  /** The memory was needed, and other copies exist. */
  EVICTED,
  /** The writer gave up, or the object is another one. */
  REPLACED
}
