package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/** Folds the data of all ranks and gives all the result; also as a part of a larger pattern. */
public interface Allreduce extends Pattern {

  /** Folds the data of the program's ranks. */
  void allreduce(Program program, Span own, Span result);

  @Override
  default void write(Program program) {
    allreduce(program, program.data(), program.result());
  }
}
