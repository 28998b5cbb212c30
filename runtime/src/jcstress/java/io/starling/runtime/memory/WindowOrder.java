package io.starling.runtime.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * What windows rely on where loads and stores reach a target: plain accesses to native memory that
 * a lock, or a fence of the processor and a word, orders.
 */
public class WindowOrder {

  private static final int SLOTS = 1 << 16;
  private static final long SLOT_BYTES = 256;
  private static final long SECOND = 64;
  private static final long LOCK = 128;

  private static final MemorySegment MEMORY =
      Arena.global().allocate(SLOTS * SLOT_BYTES, SLOT_BYTES);
  private static final AtomicInteger NEXT = new AtomicInteger();

  /** Two words of data and a third one, in lines of their own. */
  abstract static class Words {
    final long base = MEMORY.address() + (NEXT.getAndIncrement() & (SLOTS - 1)) * SLOT_BYTES;

    Words() {
      MEMORY.asSlice(base - MEMORY.address(), SLOT_BYTES).fill((byte) 0);
    }

    final void store(long place, long value) {
      NativeWords.memory().set(JAVA_LONG, base + place, value);
    }

    final long load(long place) {
      return NativeWords.memory().get(JAVA_LONG, base + place);
    }
  }

  /** A rank reads under a lock what another one has put under it. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "It had the lock first, or not at all.")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "It had the lock next.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It saw a part of the put.")
  @State
  public static class Locked extends Words {

    @Actor
    public void put() {
      if (NativeWords.compareAndExchange(base + LOCK, 0, 1) == 0) {
        store(0, 1);
        store(SECOND, 1);
        NativeWords.getAndAdd(base + LOCK, -1);
      }
    }

    @Actor
    public void get(JJ_Result result) {
      if (NativeWords.compareAndExchange(base + LOCK, 0, 2) == 0) {
        result.r1 = load(SECOND);
        result.r2 = load(0);
        NativeWords.getAndAdd(base + LOCK, -2);
      }
    }
  }

  /** A put, a flush and a message; the receiver calls sync and loads. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "The message was late.")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The put came before the message.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "The message overtook the put.")
  @State
  public static class FlushedBeforeMessage extends Words {

    @Actor
    public void put() {
      store(0, 1);
      VarHandle.fullFence();
      NativeWords.release(base + LOCK, 1);
    }

    @Actor
    public void get(JJ_Result result) {
      result.r1 = NativeWords.acquire(base + LOCK);
      VarHandle.fullFence();
      result.r2 = load(0);
    }
  }

  /** Two ranks store, call sync and load what the other has stored. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 0", "1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "The later one saw the earlier one.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Neither saw the other.")
  @State
  public static class Synchronized extends Words {

    @Actor
    public void one(JJ_Result result) {
      store(0, 1);
      VarHandle.fullFence();
      result.r1 = load(SECOND);
    }

    @Actor
    public void other(JJ_Result result) {
      store(SECOND, 1);
      VarHandle.fullFence();
      result.r2 = load(0);
    }
  }
}
