package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Few methods lie between a repeated call and its first message. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CallDepthTest {

  private static final int MOST = 12;
  private static final int CALLS = 3;
  private static final float[] DATA = new float[2];

  enum Call {
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

  /** Notes the stack of the first send of rank 0 since it was cleared. */
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
      if (stack == null) {
        stack = StackWalker.getInstance().walk(frames -> frames.skip(1).toList());
      }
      super.send(transfer, peer, tag, data, offset, length, synchronous);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_repeated_call_is_near_the_port(Call call) {
    NotingPort[] noting = new NotingPort[2];
    UnaryOperator<Port> wrapping =
        port -> {
          noting[port.rank()] = new NotingPort(port);
          return noting[port.rank()];
        };
    try (RankTeam team = RankTeam.wrapped(TestFabric.LOCAL, 2, wrapping)) {
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
              System.out.println(call + " " + frames.size());
              frames.forEach(System.out::println);
              assertThat(frames).hasSizeLessThanOrEqualTo(MOST);
            }
          });
    }
  }
}
