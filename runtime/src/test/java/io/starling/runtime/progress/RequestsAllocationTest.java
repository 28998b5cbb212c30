package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.thread.IdleStrategy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RequestsAllocationTest {

  private static final int POLLS = 1_000_000;

  private final ManualPort port = new ManualPort();
  private final MemorySegment memory = Arena.ofAuto().allocate(8);
  private int polls;

  private final Engine engine =
      Engines.of(
          port,
          new IdleStrategy() {
            @Override
            public void reset() {}

            @Override
            public Pause idle() {
              if (++polls == POLLS) {
                port.complete(port.posts.getLast());
              }
              return Pause.SPIN;
            }
          });

  private Request receive() {
    ScriptedOperation operation = ScriptedOperation.receiving(engine, memory);
    operation.begin();
    return new OperationRequest(engine, () -> operation).follow();
  }

  @Test
  void a_wait_for_several_allocates_nothing_however_often_it_looks() {
    List<Request> requests = List.of(receive(), receive());
    long before = allocated();
    int index = Requests.awaitAny(requests);
    long bytes = allocated() - before;
    assertThat(index).isEqualTo(1);
    assertThat(bytes).as("bytes; the smallest object of each poll would make 16").isLessThan(POLLS);
    assertThat(polls).isEqualTo(POLLS);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
