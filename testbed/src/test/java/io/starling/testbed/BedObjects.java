package io.starling.testbed;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.Reduction;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * What programs do with objects in tests over several hosts: a verb, a file by which they are told
 * to go on, and its operands. An object is elements of INT64: number i of object k is {@code 4^k *
 * (1 + i)}, so that a sum says which objects it has.
 */
public final class BedObjects {

  private static final int COUNT = 8 << 20;

  private BedObjects() {}

  public static void main(String... arguments) throws Exception {
    if (arguments[0].equals("job")) {
      job(Integer.parseInt(arguments[1]));
      return;
    }
    try (ObjectStore store = ObjectStore.connect()) {
      Path sign = Path.of(arguments[1]);
      String name = arguments[2];
      int number = Integer.parseInt(arguments[3]);
      switch (arguments[0]) {
        case "put" -> put(store, sign, source(name, number), number);
        case "read" -> read(store, source(name, number), number);
        case "wait" -> waitFor(store, source(name, number));
        case "reduce" -> reduce(store, name, number);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    } catch (StarlingException e) {
      System.out.println("ended: " + e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private static ObjectId source(String name, int number) {
    return ObjectId.of(name + number);
  }

  private static long element(long number, long index) {
    return (1L << (2 * number)) * (1 + index % 1000);
  }

  /** The first half at once, the rest when the sign is there. */
  private static void put(ObjectStore store, Path sign, ObjectId id, int number) throws Exception {
    try (ObjectWriter writer = store.create(id, Datatype.INT64, COUNT)) {
      for (int i = 0; i < COUNT; i++) {
        writer.segment().setAtIndex(ValueLayout.JAVA_LONG, i, element(number, i));
        if ((i + 1) % (COUNT / 64) == 0) {
          writer.written((long) COUNT / 64 * Long.BYTES);
        }
        if (i + 1 == COUNT / 2) {
          System.out.println("half");
          awaitFile(sign);
        }
      }
      System.out.println("put: " + writer.seal());
    }
    TimeUnit.HOURS.sleep(1);
  }

  private static void awaitFile(Path sign) throws InterruptedException {
    while (!Files.exists(sign)) {
      Thread.sleep(5);
    }
  }

  private static void read(ObjectStore store, ObjectId id, int number) {
    long[] into = new long[COUNT];
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (into[COUNT / 4] == 0) {
                LockSupport.parkNanos(1_000_000);
              }
              System.out.println("reads");
            });
    store.read(id, Buffer.of(into));
    check(into, number, 1);
    System.out.println("right");
  }

  private static void waitFor(ObjectStore store, ObjectId id) {
    System.out.println("waits");
    store.get(id).close();
    System.out.println("got");
  }

  /** Three of four. */
  private static void reduce(ObjectStore store, String name, int number) {
    List<ObjectId> sources = IntStream.range(0, 4).mapToObj(i -> source(name, i)).toList();
    ObjectId target = ObjectId.of(name + "target" + number);
    Reduction reduction = store.reduce(target, sources, 3, ReductionOperator.SUM);
    System.out.println("asked");
    try {
      Set<ObjectId> members = reduction.members().join();
      long factor = 0;
      for (int i = 0; i < 4; i++) {
        factor += members.contains(sources.get(i)) ? 1L << (2 * i) : 0;
      }
      long[] result = new long[COUNT];
      store.read(target, Buffer.of(result));
      check(result, 0, factor);
      System.out.println("right with " + Long.toString(factor, 4));
    } catch (CompletionException e) {
      System.out.println("failed: " + e.getCause().getMessage());
    }
  }

  private static void check(long[] elements, int number, long factor) {
    for (int i = 0; i < elements.length; i++) {
      if (elements[i] != element(number, i) * factor) {
        throw new AssertionError(
            "element %d is %d, not %d".formatted(i, elements[i], element(number, i) * factor));
      }
    }
  }

  /** Each rank puts, all get all, the first one reduces; as long as rounds are left. */
  private static void job(int rounds) throws Exception {
    Communicator world = Starling.world();
    try (ObjectStore store = ObjectStore.connect()) {
      for (int round = 0; round < rounds; round++) {
        round(store, "round " + round + " ", world.rank(), world.size());
        if (round == 0) {
          System.out.println("under way");
        }
      }
      System.out.println("all objects are right");
    } catch (StarlingException | CompletionException e) {
      System.out.println("ended: " + e);
    } finally {
      world.close();
    }
  }

  private static void round(ObjectStore store, String name, int rank, int size) throws Exception {
    long[] mine = IntStream.range(0, 1 << 15).mapToLong(i -> element(rank, i)).toArray();
    List<ObjectId> sources = IntStream.range(0, size).mapToObj(i -> source(name, i)).toList();
    ObjectId target = ObjectId.of(name + "target");
    store.put(sources.get(rank), Buffer.of(mine));
    if (rank == 0) {
      var _ = store.reduce(target, sources, size, ReductionOperator.SUM);
    }
    if (!store.await(sources, size, Duration.ofSeconds(60)).enough()) {
      throw new AssertionError("objects are missing");
    }
    for (int i = 0; i < size; i++) {
      try (ObjectView view = store.get(sources.get(i))) {
        check(view.longs(), i, 1);
      }
    }
    try (ObjectView view = store.get(target)) {
      check(view.longs(), 0, ((1L << (2 * size)) - 1) / 3);
    }
  }
}
