package io.starling.collectives.intergroup;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * The fold of each group's data is scattered over the other group: up a binomial tree in each
 * group, across between the first ranks, and from these to each rank of their group. First ranks
 * need scratch memory for two messages, inner ranks of the trees for one.
 */
public record IntergroupReduceScatter(Sides sides) implements Pattern {

  @Override
  public void write(Program program) {
    Program own = sides.inside(program);
    Blocks blocks = program.problem().data();
    long bytes = own.data().length();
    Span fold = IntergroupReduce.toFirst(own, own.scratch(bytes));
    if (own.rank() > 0) {
      own.receive(0, own.result());
      return;
    }
    int other = sides.opposite(program.rank()).first();
    Span theirs = own.scratch(bytes);
    program.send(other, fold);
    program.receive(other, theirs);
    for (int rank = 1; rank < own.size(); rank++) {
      own.send(rank, theirs.block(blocks, rank));
    }
    own.copy(theirs.block(blocks, 0), own.result());
  }
}
