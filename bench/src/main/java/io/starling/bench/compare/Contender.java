package io.starling.bench.compare;

/**
 * A library as reports name it.
 *
 * @param id such as {@code openmpi}, for {@code --library} and JSON
 * @param title such as {@code Open MPI 4.1.4}
 */
record Contender(String id, String title) {

  static final Contender STARLING = new Contender("starling", "Starling");
}
