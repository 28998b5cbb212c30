package io.starling.collectives.scatter;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/** The root sends every rank its block. Only the root needs to know the lengths of other blocks. */
public final class LinearScatter implements Pattern {

  @Override
  public void write(Program program) {
    int root = program.problem().root();
    if (program.rank() != root) {
      program.receive(root, program.result());
      return;
    }
    for (int distance = 1; distance < program.size(); distance++) {
      int to = (root + distance) % program.size();
      program.send(to, program.data(to));
    }
    program.copy(program.data(root), program.result());
  }
}
