package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.intergroup.IntergroupAllreduce;
import io.starling.collectives.intergroup.IntergroupBroadcast;
import io.starling.collectives.intergroup.IntergroupReduce;
import io.starling.collectives.intergroup.IntergroupReduceScatter;
import io.starling.collectives.intergroup.Sides;
import io.starling.collectives.neighbour.LinearNeighbourExchange;
import java.util.EnumMap;
import java.util.Map;

/**
 * The algorithms of collectives between two groups. There is one for each, so they are not in the
 * registry, from which algorithms are chosen.
 */
public final class IntergroupAlgorithms {

  private static final String NAME = "between-groups";

  private final Map<CollectiveKind, Choice> choices = new EnumMap<>(CollectiveKind.class);

  /** The algorithms of an intercommunicator. */
  public IntergroupAlgorithms(Sides sides) {
    put(CollectiveKind.BROADCAST, "tree", new IntergroupBroadcast(sides));
    put(CollectiveKind.REDUCE, "tree", new IntergroupReduce(sides));
    put(CollectiveKind.ALLREDUCE, "two trees", new IntergroupAllreduce(sides));
    put(CollectiveKind.REDUCE_SCATTER, "two trees", new IntergroupReduceScatter(sides));
    put(CollectiveKind.SCATTER, "to all at once", LinearNeighbourExchange::alltoall);
    put(CollectiveKind.GATHER, "from all at once", LinearNeighbourExchange::alltoall);
    put(CollectiveKind.ALLTOALL, "to all at once", LinearNeighbourExchange::alltoall);
    put(CollectiveKind.ALLGATHER, "to all at once", LinearNeighbourExchange::allgather);
  }

  private void put(CollectiveKind kind, String description, Pattern pattern) {
    choices.put(
        kind,
        new Choice(PatternAlgorithm.of(kind, NAME, description, pattern), Parameters.DEFAULT));
  }

  /** The algorithm of a collective. */
  public Choice choice(CollectiveKind kind) {
    return choices.get(kind);
  }
}
