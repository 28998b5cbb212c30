package io.starling.collectives.intergroup;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Trees;
import io.starling.collectives.tree.TreeShapes;

/**
 * Each group gets the fold of the data of the other one: up a binomial tree in each group, across
 * between the first ranks, and down the same trees, segment by segment.
 *
 * <pre>
 *   lower            upper
 * 2 ──> 0 <────────> 0 <── 2
 * 1 ────┘            └──── 1
 * </pre>
 *
 * A first rank needs scratch memory for a message, because it sends one fold while it receives the
 * other.
 */
public record IntergroupAllreduce(Sides sides) implements Pattern {

  @Override
  public void write(Program program) {
    Program own = sides.inside(program);
    Span result = own.result();
    boolean isFirst = own.rank() == 0;
    Span fold = IntergroupReduce.toFirst(own, isFirst ? own.scratch(result.length()) : result);
    if (isFirst) {
      int other = sides.opposite(program.rank()).first();
      program.send(other, fold);
      program.receive(other, result);
    }
    Trees.broadcast(own, TreeShapes.binomial(own.rank(), own.size(), 0), result);
  }
}
