package io.starling.collectives.neighbour;

import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntFunction;

/**
 * Sends one message along every edge of a virtual topology; blocks of a rank for itself are copied.
 */
public final class LinearNeighbourExchange {

  private record Copy(Span from, Span into) {}

  private final Program program;
  private final Neighbours neighbours;

  private LinearNeighbourExchange(Program program) {
    this.program = program;
    neighbours = program.problem().neighbours();
  }

  /** Sends the same block to all neighbours at once. */
  public static void allgather(Program program) {
    new LinearNeighbourExchange(program).write(_ -> program.data());
  }

  /** Sends a block to each neighbour, at once. */
  public static void alltoall(Program program) {
    new LinearNeighbourExchange(program).write(program::data);
  }

  /** Writes the moves; {@code data} returns the block for each destination. */
  private void write(IntFunction<Span> data) {
    Queue<Span> toItself = new ArrayDeque<>();
    for (int i = 0; i < neighbours.destinations(); i++) {
      int to = neighbours.destination(i);
      if (to == program.rank()) {
        toItself.add(data.apply(i));
      } else if (to != Neighbours.NOBODY) {
        program.send(to, data.apply(i));
      }
    }
    Queue<Copy> copies = new ArrayDeque<>();
    for (int i = 0; i < neighbours.sources(); i++) {
      Span block = program.result(neighbours.arrival(i));
      int from = neighbours.source(neighbours.arrival(i));
      if (from == program.rank()) {
        copies.add(new Copy(toItself.remove(), block));
      } else if (from != Neighbours.NOBODY) {
        program.receive(from, block);
      }
    }
    copies.forEach(copy -> program.copy(copy.from, copy.into));
  }
}
