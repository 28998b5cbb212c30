package io.starling.topology.locality;

import java.util.ServiceLoader;

/** What an order of hosts shall make cheap, as {@code allreduce=ring,bytes=100M} says. */
public interface Objective {

  /**
   * Reads a specification: one of the paper's formulas, or any algorithm that a reader on the class
   * path knows.
   *
   * @throws IllegalArgumentException if it is wrong; the message says what there is
   */
  static Objective parse(String text) {
    if (FormulaObjective.isOne(text)) {
      return FormulaObjective.parse(text);
    }
    return ServiceLoader.load(Reader.class, Reader.class.getClassLoader())
        .findFirst()
        .map(reader -> reader.parse(text))
        .orElseGet(() -> FormulaObjective.parse(text));
  }

  /**
   * What the ranks send, one on each host.
   *
   * @throws IllegalArgumentException if there is no such pattern of so many ranks
   */
  CommunicationPattern pattern(int ranks);

  /** For people. */
  String describe();

  /** Knows more objectives than the paper has formulas. Found by {@link ServiceLoader}. */
  interface Reader {

    /**
     * Reads a specification.
     *
     * @throws IllegalArgumentException if it is wrong; the message says what there is
     */
    Objective parse(String text);
  }
}
