package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.ReductionOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All ranks get and reduce as a collective would. What a rank puts is in the time, or was put
 * before as in Hoplite's figures.
 *
 * <pre>
 *   broadcast   (rank 0 puts)   the others get
 *   gather      (all put)       rank 0 gets all
 *   reduce      (all put)       rank 0 reduces and gets the sum
 *   allreduce   (all put)       rank 0 reduces, all get the sum
 * </pre>
 */
final class CollectiveTrial implements Trial {

  private final ObjectsBenchmark benchmark;
  private final ObjectStore store;
  private final int rank;
  private final int ranks;
  private final Payload payload;
  private final boolean timesPuts;
  private final List<ObjectView> views = new ArrayList<>();

  /**
   * @param timesPuts whether the time begins with data in the memory of ranks, not with objects
   */
  CollectiveTrial(ObjectsBenchmark benchmark, Scene scene, Payload payload, boolean timesPuts) {
    this.benchmark = benchmark;
    this.store = scene.store();
    this.rank = scene.rank();
    this.ranks = scene.ranks();
    this.payload = payload;
    this.timesPuts = timesPuts;
  }

  @Override
  public void prepare(long iteration) {
    if (!timesPuts) {
      put(iteration);
    }
  }

  private void put(long iteration) {
    if (rank == 0 || benchmark != ObjectsBenchmark.BROADCAST) {
      store.put(payload.id(iteration, rank), payload.buffer());
    }
  }

  @Override
  public long run(long iteration) {
    long begin = System.nanoTime();
    ObjectId target = payload.id(iteration, ranks);
    if (isReduction() && rank == 0) {
      // The reduce may come before its sources, which then meet no late start.
      store.reduce(target, sources(iteration), ranks, ReductionOperator.SUM);
    }
    if (timesPuts) {
      put(iteration);
    }
    switch (benchmark) {
      case BROADCAST -> {
        if (rank != 0) {
          views.add(store.get(payload.id(iteration, 0)));
        }
      }
      case GATHER -> {
        if (rank == 0) {
          sources(iteration).forEach(id -> views.add(store.get(id)));
        }
      }
      default -> {
        if (rank == 0 || benchmark == ObjectsBenchmark.ALLREDUCE) {
          views.add(store.get(target));
        }
      }
    }
    return System.nanoTime() - begin;
  }

  private boolean isReduction() {
    return benchmark == ObjectsBenchmark.REDUCE || benchmark == ObjectsBenchmark.ALLREDUCE;
  }

  private List<ObjectId> sources(long iteration) {
    return IntStream.range(0, ranks).mapToObj(each -> payload.id(iteration, each)).toList();
  }

  @Override
  public void clean(long iteration) {
    for (ObjectView view : views) {
      Payload.check(view, isReduction() ? ranks : 1);
      view.close();
    }
    views.clear();
    if (rank == 0) {
      List<ObjectId> all = new ArrayList<>(sources(iteration));
      all.add(payload.id(iteration, ranks));
      store.delete(all);
    }
  }

  @Override
  public void close() {
    payload.close();
  }
}
