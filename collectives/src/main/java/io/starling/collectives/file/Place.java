package io.starling.collectives.file;

/** Where an access takes place. */
@FunctionalInterface
interface Place {

  /** Where it begins, in elements of the view; a pointer moves past so many elements. */
  long take(long elements);
}
