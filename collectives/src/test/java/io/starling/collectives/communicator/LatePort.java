package io.starling.collectives.communicator;

import io.starling.runtime.progress.ForwardingMemory;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Delays the accesses of its rank when a test says so. */
final class LatePort extends ForwardingPort {

  private static final int NEVER = Integer.MAX_VALUE;

  private final List<Runnable> late = new ArrayList<>();
  private final Runnable whenHeld;
  private int prompt = NEVER;

  /**
   * @param whenHeld runs on the thread that posts an access which is held
   */
  LatePort(Port port, Runnable whenHeld) {
    super(port);
    this.whenHeld = whenHeld;
  }

  /** From now on only so many accesses are posted. */
  void holdAfter(int accesses) {
    prompt = accesses;
  }

  /** What is posted from now on is not held. */
  void holdNoMore() {
    prompt = NEVER;
  }

  /** Posts all that was held; returns whether there was anything. */
  boolean release() {
    holdNoMore();
    List<Runnable> held = List.copyOf(late);
    late.clear();
    held.forEach(Runnable::run);
    return !held.isEmpty();
  }

  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    return new ForwardingMemory(super.reach(peer, key)) {
      @Override
      public void access(
          Access access,
          int transfer,
          MemorySegment local,
          long localOffset,
          long offset,
          long length) {
        Runnable post = () -> super.access(access, transfer, local, localOffset, offset, length);
        if (prompt > 0) {
          prompt--;
          post.run();
        } else {
          late.add(post);
          whenHeld.run();
        }
      }
    };
  }
}
