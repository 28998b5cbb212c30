package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;

/** Where a node folds to; parents, or readers of the target, read what is folded. */
interface Accumulator {

  /** Its copy. */
  Copy copy();

  /** More bytes are folded. */
  void advance(long bytes);

  /** The bytes that were folded do not count. */
  void restart();

  void close();
}
