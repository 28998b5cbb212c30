package io.starling.collectives.communicator;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Few methods lie between a repeated call and its first message. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CallDepthTest {

  private static final int MOST = 12;
  private static final int CALLS = 3;
  private static final float[] DATA = new float[2];

  enum Call {
    SEND(
        world ->
            () -> {
              if (world.rank() == 0) {
                world.send(Buffer.of(DATA), 1, 0);
              } else {
                world.receive(Buffer.of(new float[2]), 0, 0);
              }
            }),
    BROADCAST(world -> () -> world.broadcast(Buffer.of(new float[2]), 0)),
    REDUCE(
        world ->
            () -> world.reduce(Buffer.of(DATA), Buffer.of(new float[2]), ReductionOperator.SUM, 1)),
    ALLREDUCE(
        world ->
            () -> world.allreduce(Buffer.of(DATA), Buffer.of(new float[2]), ReductionOperator.SUM)),
    BARRIER(world -> world::barrier),
    NON_BLOCKING(world -> () -> world.iBroadcast(Buffer.of(new float[2]), 0).await()),
    PERSISTENT(
        world -> {
          PersistentRequest request = world.broadcastInit(Buffer.of(new float[2]), 0);
          return () -> {
            request.start();
            request.await();
          };
        });

    final Function<Communicator, Runnable> of;

    Call(Function<Communicator, Runnable> of) {
      this.of = of;
    }
  }

  /** Notes the stack of the first send or post since it was cleared. */
  private static final class NotingPort extends ForwardingPort {
    private List<StackWalker.StackFrame> stack;

    NotingPort(Port port) {
      super(port);
    }

    @Override
    public void send(
        int transfer,
        int peer,
        long tag,
        MemorySegment data,
        long offset,
        long length,
        boolean synchronous) {
      note();
      super.send(transfer, peer, tag, data, offset, length, synchronous);
    }

    @Override
    public Board board(int group, int[] ranks) {
      Board board = super.board(group, ranks);
      return board == null ? null : new NotingBoard(board, this);
    }

    /** The caller's callers. */
    private void note() {
      if (stack == null) {
        stack = StackWalker.getInstance().walk(frames -> frames.skip(2).toList());
      }
    }
  }

  /** In place of messages, ranks that share memory post short data there. */
  private record NotingBoard(Board board, NotingPort port) implements Board {

    @Override
    public void begin(
        int transfer, long number, MemorySegment data, long offset, long length, int from) {
      port.note();
      board.begin(transfer, number, data, offset, length, from);
    }

    @Override
    public void end(long number) {
      board.end(number);
    }

    @Override
    public void cancel(int transfer) {
      board.cancel(transfer);
    }

    @Override
    public String waitsFor(int transfer) {
      return board.waitsFor(transfer);
    }

    @Override
    public MemorySegment memory() {
      return board.memory();
    }

    @Override
    public long place(int member, long number) {
      return board.place(member, number);
    }

    @Override
    public long length(int member, long number) {
      return board.length(member, number);
    }
  }

  static Stream<Arguments> callsOnFabrics() {
    return Stream.of(TestFabric.LOCAL, TestFabric.SHARED, TestFabric.MIXED)
        .flatMap(fabric -> Stream.of(Call.values()).map(call -> Arguments.of(fabric, call)));
  }

  /** The port is what a communicator has: on a mixed fabric, the one that chooses a route. */
  @ParameterizedTest
  @MethodSource("callsOnFabrics")
  void a_repeated_call_is_near_the_port(TestFabric fabric, Call call) {
    NotingPort[] noting = new NotingPort[2];
    UnaryOperator<Port> wrapping =
        port -> {
          noting[port.rank()] = new NotingPort(port);
          return noting[port.rank()];
        };
    try (RankTeam team = RankTeam.wrapped(fabric, 2, wrapping)) {
      team.run(
          world -> {
            Runnable repeated = call.of.apply(world);
            for (int i = 0; i < CALLS; i++) {
              noting[world.rank()].stack = null;
              repeated.run();
            }
            if (world.rank() == 0) {
              List<StackWalker.StackFrame> frames =
                  noting[0].stack.stream()
                      .takeWhile(
                          frame -> !frame.getClassName().startsWith(CallDepthTest.class.getName()))
                      .toList();
              assertThat(frames)
                  .as(
                      () ->
                          frames.stream().map(String::valueOf).collect(joining("\n  ", "\n  ", "")))
                  .hasSizeBetween(1, MOST);
            }
          });
    }
  }
}
