package io.starling.collectives.communicator;

/** The connection between the leaders of two groups. */
interface Leaders {

  /** Gives the other leader some words, and returns as many of its own. */
  long[] swap(long... words);
}
