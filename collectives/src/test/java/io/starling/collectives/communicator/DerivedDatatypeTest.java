package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Datatype.Field;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks describe the same elements by different types, and each finds them where it said. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DerivedDatatypeTest {

  private static final int ROWS = 60;
  private static final int COLUMNS = 5;
  private static final double UNTOUCHED = -1;

  /** Segments that cut elements in two. */
  private static final String SEGMENTS =
      "broadcast=binary,segment=100,send-window=1,receive-window=2;"
          + "reduce=in-order-binary,segment=100,send-window=1,receive-window=2";

  private static final ReductionOperator LAST =
      ReductionOperator.custom(
          "last", false, (left, right, into, count, type) -> into.copyFrom(right));

  private static final ReductionOperator SUM =
      ReductionOperator.custom(
          "sum of packed",
          true,
          (left, right, into, count, type) -> {
            for (long at = 0; at < count * type.size(); at += Double.BYTES) {
              into.set(JAVA_DOUBLE, at, left.get(JAVA_DOUBLE, at) + right.get(JAVA_DOUBLE, at));
            }
          });

  /** A matrix, of which two columns are the message: {@code 2 * ROWS} numbers, row by row. */
  private enum Layout {
    /** One element. */
    VECTOR {
      @Override
      Buffer message(MemorySegment matrix) {
        return Buffer.of(matrix, Datatype.vector(ROWS, 2, COLUMNS, Datatype.FLOAT64), 1);
      }
    },
    /** One element per row. */
    RESIZED {
      @Override
      Buffer message(MemorySegment matrix) {
        Datatype pair = Datatype.contiguous(2, Datatype.FLOAT64);
        return Buffer.of(matrix, Datatype.resized(0, COLUMNS * 8L, pair), ROWS);
      }
    },
    /** Many blocks, one number each. */
    INDEXED {
      @Override
      Buffer message(MemorySegment matrix) {
        long[] places = new long[2 * ROWS];
        Arrays.setAll(places, i -> i / 2 * COLUMNS + i % 2);
        return Buffer.of(matrix, Datatype.indexedBlock(1, places, Datatype.FLOAT64), 1);
      }
    },
    /** Rows of two fields, in an array. */
    STRUCT {
      @Override
      Buffer message(MemorySegment matrix) {
        Datatype row =
            Datatype.struct(new Field(0, Datatype.FLOAT64), new Field(8, Datatype.FLOAT64));
        Datatype rows = Datatype.hvector(ROWS / 2, 1, COLUMNS * 8L, row);
        return Buffer.of(matrix, Datatype.resized(0, ROWS / 2 * COLUMNS * 8L, rows), 2);
      }
    };

    abstract Buffer message(MemorySegment matrix);

    static Layout of(int number) {
      return values()[number % values().length];
    }
  }

  /** One rank's matrix. */
  private record Matrix(MemorySegment memory, Buffer message) {

    static Matrix of(Arena arena, int number) {
      long bytes = (long) ROWS * COLUMNS * Double.BYTES;
      MemorySegment memory =
          number % 2 == 0
              ? MemorySegment.ofArray(new double[ROWS * COLUMNS])
              : arena.allocate(bytes, Double.BYTES);
      return new Matrix(memory, Layout.of(number).message(memory));
    }

    void fill(double first) {
      for (int i = 0; i < ROWS * COLUMNS; i++) {
        boolean isMessage = i % COLUMNS < 2;
        double value = first + i / COLUMNS * 2 + i % COLUMNS;
        memory.setAtIndex(JAVA_DOUBLE, i, isMessage && first >= 0 ? value : UNTOUCHED);
      }
    }

    void verify(double first, double factor) {
      for (int i = 0; i < ROWS * COLUMNS; i++) {
        double expected =
            i % COLUMNS < 2 ? factor * (first + i / COLUMNS * 2 + i % COLUMNS) : UNTOUCHED;
        assertThat(memory.getAtIndex(JAVA_DOUBLE, i)).as("number %d", i).isEqualTo(expected);
      }
    }
  }

  private static void onAll(TestFabric fabric, Consumer<Communicator> program) {
    RankTeam.run(fabric, 4, world -> program.accept(world.withAlgorithm(SEGMENTS)));
  }

  @ParameterizedTest
  @EnumSource
  void a_message_is_sent_from_one_layout_and_received_into_another(TestFabric fabric) {
    onAll(
        fabric,
        world -> {
          int right = (world.rank() + 1) % world.size();
          int left = (world.rank() + world.size() - 1) % world.size();
          try (Arena arena = Arena.ofConfined()) {
            for (int round = 0; round < 8; round++) {
              Matrix mine = Matrix.of(arena, world.rank() + round);
              Matrix theirs = Matrix.of(arena, world.rank() + round / 2);
              mine.fill(world.rank());
              theirs.fill(UNTOUCHED);
              var receive = world.iReceive(theirs.message, left, round);
              world.send(mine.message, right, round);
              receive.await();
              theirs.verify(left, 1);
              assertThat(receive.status().bytes()).isEqualTo(theirs.message.byteSize());
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_shorter_message_fills_the_beginning(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.send(Buffer.of(new double[] {1, 2, 3}), 1, 0);
          } else {
            double[] matrix = new double[6];
            Datatype column = Datatype.vector(3, 1, 2, Datatype.FLOAT64);
            Datatype columns = Datatype.resized(0, Double.BYTES, column);
            world.receive(Buffer.of(MemorySegment.ofArray(matrix), columns, 2), 0, 0);
            assertThat(matrix).containsExactly(1, 0, 2, 0, 3, 0);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_broadcast_reaches_every_layout(TestFabric fabric) {
    onAll(
        fabric,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            for (int root = 0; root < world.size(); root++) {
              Matrix matrix = Matrix.of(arena, world.rank() + root / 2);
              Runnable fill = filling(matrix, world.rank() == root);
              fill.run();
              world.broadcast(matrix.message, root);
              matrix.verify(1, 1);
              fill.run();
              world.iBroadcast(matrix.message, root).await();
              matrix.verify(1, 1);
              try (PersistentRequest request = world.broadcastInit(matrix.message, root)) {
                for (int i = 0; i < 2; i++) {
                  fill.run();
                  request.start().await();
                  matrix.verify(1, 1);
                }
              }
            }
          }
        });
  }

  private static Runnable filling(Matrix matrix, boolean isRoot) {
    return () -> matrix.fill(isRoot ? 1 : UNTOUCHED);
  }

  @ParameterizedTest
  @EnumSource
  void a_reduce_folds_packed_elements(TestFabric fabric) {
    onAll(
        fabric,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            for (int root = 0; root < world.size(); root++) {
              for (int number = 0; number < 8; number++) {
                Matrix data = Matrix.of(arena, number);
                Matrix result = Matrix.of(arena, number == 0 ? 6 : number);
                data.fill(3);
                result.fill(UNTOUCHED);
                world.reduce(data.message, result.message, SUM, root);
                check(world, root, result, world.size());
                result.fill(3);
                boolean isRoot = world.rank() == root;
                Buffer own = isRoot ? Buffer.IN_PLACE : data.message;
                world.iReduce(own, isRoot ? result.message : Buffer.EMPTY, SUM, root).await();
                check(world, root, result, world.size());
                data.fill(world.rank());
                result.fill(UNTOUCHED);
                try (var request = world.reduceInit(data.message, result.message, LAST, root)) {
                  request.start().await();
                  request.start().await();
                }
                check(world, root, result, 1, world.size() - 1);
              }
            }
          }
        });
  }

  private static void check(Communicator world, int root, Matrix result, double factor) {
    check(world, root, result, factor, 3);
  }

  private static void check(
      Communicator world, int root, Matrix result, double factor, double first) {
    if (world.rank() == root) {
      result.verify(first, factor);
    }
  }

  @ParameterizedTest
  @EnumSource
  void one_rank_alone_reduces_from_one_layout_to_another(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          Buffer column =
              Buffer.of(
                  MemorySegment.ofArray(new double[] {1, 0, 2, 0, 3, 0}),
                  Datatype.vector(3, 1, 2, Datatype.FLOAT64),
                  1);
          double[] spread = new double[9];
          Buffer result =
              Buffer.of(
                  MemorySegment.ofArray(spread), Datatype.vector(3, 1, 4, Datatype.FLOAT64), 1);
          world.reduce(column, result, SUM, 0);
          assertThat(spread).containsExactly(1, 0, 0, 0, 2, 0, 0, 0, 3);
        });
  }

  /** Two of these are not looked through for an overlap: it would cost too much. */
  @ParameterizedTest
  @EnumSource
  void very_many_runs_are_replaced_by_the_result(TestFabric fabric) {
    int count = 70_000;
    RankTeam.run(
        fabric,
        3,
        world -> {
          double[] numbers = new double[2 * count];
          Arrays.fill(numbers, 1 << world.rank());
          Buffer everySecond =
              Buffer.of(
                  MemorySegment.ofArray(numbers),
                  Datatype.resized(0, 2 * Double.BYTES, Datatype.FLOAT64),
                  count);
          world
              .withAlgorithm("exclusive-scan=linear,segment=65536")
              .exclusiveScan(Buffer.IN_PLACE, everySecond, SUM);
          double below = world.rank() == 0 ? 1 : (1 << world.rank()) - 1;
          double[] expected = new double[2 * count];
          Arrays.setAll(expected, i -> i % 2 == 0 ? below : 1 << world.rank());
          assertThat(numbers).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_may_have_different_layouts(TestFabric fabric) {
    try (RankTeam team = RankTeam.checking(fabric, 4)) {
      team.run(
          world -> {
            try (Arena arena = Arena.ofConfined()) {
              Matrix matrix = Matrix.of(arena, world.rank());
              matrix.fill(world.rank() == 1 ? 1 : UNTOUCHED);
              world.broadcast(matrix.message, 1);
              matrix.verify(1, 1);
            }
          });
    }
  }
}
