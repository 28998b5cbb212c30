package io.starling.collectives.gather;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Every rank sends its block to the root. Only the root needs to know the lengths of other blocks.
 */
public final class LinearGather implements Pattern {

  @Override
  public void write(Program program) {
    int root = program.problem().root();
    if (program.rank() != root) {
      program.send(root, program.data());
      return;
    }
    for (int distance = 1; distance < program.size(); distance++) {
      int from = (root + distance) % program.size();
      program.receive(from, program.result(from));
    }
    program.copy(program.data(), program.result(root));
  }
}
