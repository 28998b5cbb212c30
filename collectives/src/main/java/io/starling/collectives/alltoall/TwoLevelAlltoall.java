package io.starling.collectives.alltoall;

import io.starling.collectives.exchange.Groups;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Each node's leader collects all blocks of its node, exchanges one message with every other
 * leader, and distributes the received blocks to its ranks. Between {@code N} nodes, {@code N - 1}
 * messages leave a node rather than {@code n * (P - n)}; in return all blocks pass through the
 * leaders' memory.
 *
 * <pre>
 * members > leader     their blocks for all ranks
 * leader > leader      for each rank there, in turn, the blocks of all ranks here
 * leader > members     for each node, in turn, the blocks of all ranks there
 * </pre>
 *
 * <p>A leader serves nodes from its own one on; leaders exchange in turns.
 */
public final class TwoLevelAlltoall implements Pattern {

  private static final int NODES_AT_ONCE = 8;

  @Override
  public void write(Program program) {
    Groups groups = Groups.of(program.hierarchy(), program.size());
    int[] own = groups.members(groups.own());
    if (program.within(own).rank() == 0) {
      new Leader(program, groups).write();
    } else {
      member(program, groups, own[0]);
    }
  }

  /** Receives to scratch memory, because the blocks of a node may be scattered in the result. */
  private static void member(Program program, Groups groups, int leader) {
    long length = program.result(0).length();
    program.send(leader, program.data());
    for (int distance = 0; distance < groups.count(); distance++) {
      int[] sources = groups.members(groups.own() + distance);
      Span received = program.scratch(sources.length * length);
      program.receive(leader, received);
      for (int i = 0; i < sources.length; i++) {
        program.copy(received.slice(i * length, length), program.result(sources[i]));
      }
    }
  }

  /** The moves of a leader. */
  private static final class Leader {
    private final Program program;
    private final Groups groups;
    private final int[] own;
    private final long length;
    private final Span[] data;

    Leader(Program program, Groups groups) {
      this.program = program;
      this.groups = groups;
      own = groups.members(groups.own());
      length = program.result(0).length();
      data = new Span[own.length];
    }

    void write() {
      collect();
      int[] leaders = groups.leaders();
      int nodes = groups.count();
      Span[] packed = new Span[nodes];
      for (int distance = 0; distance < nodes; distance++) {
        packed[distance] = pack(groups.members(groups.own() + distance));
      }
      Span[] received = new Span[nodes];
      received[0] = packed[0];
      for (int distance = 1; distance < nodes; distance++) {
        program.nextTurn(NODES_AT_ONCE);
        int source = Math.floorMod(groups.own() - distance, nodes);
        program.send(leaders[(groups.own() + distance) % nodes], packed[distance]);
        Span into = program.scratch(length * own.length * groups.members(source).length);
        program.receive(leaders[source], into);
        received[nodes - distance] = into;
      }
      for (int distance = 0; distance < nodes; distance++) {
        distribute(groups.members(groups.own() + distance), received[distance]);
      }
    }

    private void collect() {
      data[0] = program.data();
      for (int i = 1; i < own.length; i++) {
        data[i] = program.scratch(data[0].length());
        program.receive(own[i], data[i]);
      }
    }

    /** The blocks for the ranks of a node; those for one rank are contiguous. */
    private Span pack(int... destinations) {
      Span packed = program.scratch(length * own.length * destinations.length);
      long at = 0;
      for (int destination : destinations) {
        for (Span blocks : data) {
          program.copy(blocks.slice(destination * length, length), packed.slice(at, length));
          at += length;
        }
      }
      return packed;
    }

    /** The blocks of the ranks of a node; those for one rank of the own node are contiguous. */
    private void distribute(int[] sources, Span blocks) {
      long share = sources.length * length;
      for (int i = 1; i < own.length; i++) {
        program.send(own[i], blocks.slice(i * share, share));
      }
      for (int i = 0; i < sources.length; i++) {
        program.copy(blocks.slice(i * length, length), program.result(sources[i]));
      }
    }
  }
}
