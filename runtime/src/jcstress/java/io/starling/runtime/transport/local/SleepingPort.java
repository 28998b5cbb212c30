package io.starling.runtime.transport.local;

import io.starling.runtime.progress.Completions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A message that comes while a port falls asleep wakes it, or is seen before. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Woken, or never asleep.")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Slept through a message.")
@State
public class SleepingPort {

  private static final long VERY_LONG = 10_000_000_000L;
  private static final MemorySegment DATA = Arena.global().allocate(8);

  /** Nobody waits for these transfers. */
  private static final class Unheard implements Completions {
    @Override
    public void completed(int transfer, long tag, long bytes) {}

    @Override
    public void failed(int transfer, Failure failure, String detail) {}
  }

  private final LocalFabric fabric = new LocalFabric(2);
  private final LocalPort sender = fabric.port(0);
  private final LocalPort receiver = fabric.port(1);

  public SleepingPort() {
    sender.attach(new Unheard());
    receiver.attach(new Unheard());
  }

  @Actor
  public void receive(Z_Result result) {
    long began = System.nanoTime();
    while (receiver.progress() == 0) {
      if (receiver.arm()) {
        receiver.sleep(VERY_LONG);
      }
    }
    result.r1 = System.nanoTime() - began < VERY_LONG;
  }

  @Actor
  public void send() {
    sender.send(0, 1, 0, DATA, 0, DATA.byteSize(), false);
  }
}
