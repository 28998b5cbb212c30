package io.starling.collectives.barrier;

import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.runtime.memory.Memory;
import java.util.Arrays;

/**
 * The dissemination barrier (Hensgen, Finkel and Manber, 1988): in round k every rank tells the one
 * 2^k ahead that it is here, and waits for the one 2^k behind. After ceil(log2 P) rounds each has
 * heard, indirectly, of all.
 *
 * <pre>
 * round 0   0>1 1>2 2>3 3>4 4>0      round 1   0>2 1>3 2>4 3>0 4>1      round 2   0>4 1>0 2>1 ...
 * </pre>
 *
 * Invariant: the message of round k is sent after those of all rounds before it have come.
 */
public final class DisseminationBarrier extends Collective {

  private final int rounds;
  private final boolean[] heard;
  private int round;
  private int sent;

  public DisseminationBarrier(Context context) {
    super(context);
    rounds = Integer.SIZE - Integer.numberOfLeadingZeros(context.size() - 1);
    heard = new boolean[rounds];
  }

  @Override
  protected void start() {
    Arrays.fill(heard, false);
    round = 0;
    sent = 0;
    for (int k = 0; k < rounds; k++) {
      receiveFrom(peer(-(1 << k)), 0, k, Memory.EMPTY, 0, 0);
    }
    tell();
  }

  private void tell() {
    if (round < rounds) {
      sendTo(peer(1 << round), 0, round, Memory.EMPTY, 0, 0);
    }
  }

  private int peer(int distance) {
    return Math.floorMod(context().rank() + distance, context().size());
  }

  @Override
  protected void onReceived(int child, int k) {
    heard[k] = true;
    while (round < rounds && heard[round]) {
      round++;
      tell();
    }
  }

  @Override
  protected void onSent(int child, int k) {
    sent++;
  }

  @Override
  protected boolean finished() {
    return round == rounds && sent == rounds;
  }

  @Override
  public String describe() {
    return "barrier (round " + round + " of " + rounds + ")";
  }
}
