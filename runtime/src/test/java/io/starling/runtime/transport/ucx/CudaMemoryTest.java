package io.starling.runtime.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.CudaAccess;
import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Messages;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** When threads enter a device's context; that UCX then finds it is for tests with such a UCX. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CudaMemoryTest {

  private final List<String> calls = new ArrayList<>();
  private int open;

  private final Messages posts =
      new Messages() {
        @Override
        public void send(
            int transfer,
            int peer,
            long tag,
            MemorySegment data,
            long offset,
            long length,
            boolean synchronous) {
          calls.add("send");
        }

        @Override
        public void receive(
            int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
          calls.add("receive");
        }

        @Override
        public void receiveMatched(
            int transfer, long handle, MemorySegment into, long offset, long length) {
          calls.add("receive matched");
        }
      };

  private final CudaMemory memory = new CudaMemory(posts, () -> open);

  /** A context that notes what is done to it. */
  private final class Access implements CudaAccess {

    private final long context;
    private final boolean isBroken;

    Access(long context, boolean isBroken) {
      this.context = context;
      this.isBroken = isBroken;
    }

    @Override
    public long context() {
      return context;
    }

    @Override
    public void enter() {
      calls.add("enter " + context);
      if (isBroken) {
        throw new StarlingException("broken");
      }
    }

    @Override
    public void close() {
      calls.add("close " + context);
    }
  }

  private static Device device(CudaAccess access) {
    return (Device)
        Proxy.newProxyInstance(
            Device.class.getClassLoader(),
            new Class<?>[] {Device.class},
            (_, method, _) -> {
              assertThat(method.getName()).isEqualTo("cudaAccess");
              return access;
            });
  }

  @Test
  void where_ucx_lacks_cuda_no_device_is_served() {
    Device device = device(new Access(1, false));
    assertThat(new CudaMemory(null, () -> 0).of(device)).isNull();
    assertThat(calls).isEmpty();
  }

  @Test
  void nor_is_one_that_lets_nobody_in() {
    assertThat(memory.of(device(null))).isNull();
  }

  @Test
  void the_context_is_entered_before_each_post() {
    Messages messages = memory.of(device(new Access(1, false)));
    messages.send(0, 0, 0, MemorySegment.NULL, 0, 0, false);
    messages.receive(0, 0, 0, MemorySegment.NULL, 0, 0);
    messages.receiveMatched(0, 0, MemorySegment.NULL, 0, 0);
    assertThat(calls)
        .containsExactly("enter 1", "send", "enter 1", "receive", "enter 1", "receive matched");
  }

  @Test
  void and_before_other_calls_while_messages_are_open() {
    memory.enter();
    memory.of(device(new Access(1, false)));
    memory.enter();
    assertThat(calls).isEmpty();
    open = 1;
    memory.enter();
    assertThat(calls).containsExactly("enter 1");
  }

  @Test
  void only_the_first_context_is_served_also_if_it_is_opened_again() {
    memory.of(device(new Access(1, false)));
    assertThat(memory.of(device(new Access(2, false)))).isNull();
    assertThat(memory.of(device(new Access(1, false)))).isNotNull();
    assertThat(calls).containsExactly("close 2", "close 1");
  }

  @Test
  void it_is_entered_for_the_end_of_the_worker_and_then_given_back() {
    memory.of(device(new Access(1, false)));
    memory.enterForLast();
    memory.close();
    assertThat(calls).containsExactly("enter 1", "close 1");
  }

  @Test
  void a_device_that_has_failed_does_not_keep_the_worker_from_its_end() {
    memory.of(device(new Access(1, true)));
    memory.enterForLast();
    memory.close();
    assertThat(calls).containsExactly("enter 1", "close 1");
  }

  @Test
  void without_a_device_there_is_nothing_to_do_at_the_end() {
    memory.enterForLast();
    memory.close();
    assertThat(calls).isEmpty();
  }
}
