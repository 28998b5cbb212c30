package io.starling.bench.compare;

/**
 * A library as reports name it.
 *
 * @param id such as {@code openmpi}, for {@code --library} and JSON
 * @param title such as {@code Open MPI 4.1.4}
 */
public record Contender(String id, String title) {

  public static final Contender STARLING = new Contender("starling", "Starling");
}
