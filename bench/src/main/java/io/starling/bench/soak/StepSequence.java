package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** A rank's way through the steps, also past the deaths of others. */
final class StepSequence {

  /** Steps between two looks at the clock, which all ranks take from the first of them. */
  private static final int STEPS_BETWEEN_LOOKS = 16;

  private final SoakPlan orders;
  private final RankReport telling;
  private final StepWatchdog watch;
  private final long end;
  private Communicator living;
  private SoakCommunicators teams;
  private long step;

  StepSequence(SoakPlan orders, Communicator world, RankReport telling, StepWatchdog watch) {
    this.orders = orders;
    this.telling = telling;
    this.watch = watch;
    living = world;
    step = orders.from();
    end = System.nanoTime() + orders.millis() * 1_000_000;
  }

  /**
   * Walks until the time is over, or too few ranks are left.
   *
   * @throws WrongResultException that says where, if something is not as the model says, or raises
   *     what it should not
   */
  void go() {
    teams = new SoakCommunicators(orders.seed(), living);
    boolean over = false;
    while (!over) {
      try {
        over = isOver();
        if (!over) {
          take();
        } else {
          teams.close();
        }
      } catch (RankFailedException | CommunicatorRevokedException e) {
        if (!orders.failures()) {
          throw e;
        }
        over = !goOn();
      } catch (RuntimeException | Error e) {
        throw new WrongResultException(watch.doing() + ": " + e, e);
      }
    }
    telling.sample(step);
    telling.say("end", "" + step);
  }

  private boolean isOver() {
    if (step - orders.from() >= orders.steps()) {
      return true;
    }
    if (step % STEPS_BETWEEN_LOOKS != 0) {
      return false;
    }
    watch.begin("seed %d, step %d: whether it is over".formatted(orders.seed(), step));
    byte[] over = {(byte) (System.nanoTime() >= end ? 1 : 0)};
    living.broadcast(Buffer.of(over), 0);
    return over[0] == 1;
  }

  private void take() {
    SeededRandom draw = SeededRandom.of(orders.seed(), step, living.size());
    if (orders.failures() && comes(draw, living.size(), living.rank())) {
      telling.sample(step);
      telling.say("kill", "" + step);
      schedule(draw);
    }
    watch.begin("seed %d, step %d: begins".formatted(orders.seed(), step));
    // Where ranks die, a transfer may use memory for longer than its step.
    try (Arena scope = Arena.ofShared()) {
      Arena arena = orders.failures() ? Arena.ofAuto() : scope;
      Step tasks = new Step(orders.seed(), step, teams, arena, orders.fault(), !orders.failures());
      tasks.run(
          task ->
              watch.begin(
                  "seed %d, step %d of %d ranks: %s"
                      .formatted(orders.seed(), step, living.size(), task)));
      tasks.tasks().forEach(task -> telling.count(task.kind(), task.bytes()));
    }
    step++;
    telling.step(step);
  }

  /** Meets the others that are left; whether they are enough. */
  private boolean goOn() {
    while (true) {
      watch.begin("seed %d, step %d: to go on without the dead".formatted(orders.seed(), step));
      teams.communicators().forEach(Communicator::revoke);
      Communicator next = living.shrink();
      forget();
      living = next;
      teams = new SoakCommunicators(orders.seed(), living);
      try {
        step = farthest() + 1;
        telling.say("survived", step + " " + living.size());
        return living.size() >= orders.minimum();
      } catch (RankFailedException | CommunicatorRevokedException e) {
        telling.say("again", "" + step);
      }
    }
  }

  /** What is still open on a communicator of the dead keeps it open, until the job is left. */
  private void forget() {
    for (int slot = 1; slot < SoakCommunicators.SLOTS; slot++) {
      try {
        teams.free(slot);
      } catch (IllegalStateException | RankFailedException | CommunicatorRevokedException e) {
        watch.begin(e.getMessage());
      }
    }
  }

  /** Ranks may have heard of the death at different steps. */
  private long farthest() {
    long[] own = {step};
    long[] all = new long[living.size()];
    living.allgather(Buffer.of(own), Buffer.of(all));
    return Arrays.stream(all).max().getAsLong();
  }

  private static final int SALT = 0x0DEAD;
  private static final int STEPS_BETWEEN = 150;
  private static final int LONGEST_WAIT_MICROS = 3000;
  private static final int KILL = 9;

  /** How many ranks die in this step, of so many. */
  private static boolean comes(SeededRandom step, int size, int rank) {
    SeededRandom draw = step.part(SALT);
    if (draw.below(STEPS_BETWEEN) != 0) {
      return false;
    }
    int first = draw.below(size);
    int second = draw.percent(15) ? draw.below(size) : first;
    return rank == first || rank == second;
  }

  /** At some moment of the step, which begins now. */
  private static void schedule(SeededRandom step) {
    long micros = step.part(SALT + 1).below(LONGEST_WAIT_MICROS);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              LockSupport.parkNanos(micros * 1000);
              now();
            });
  }

  /** As the kernel kills: nothing is tidied up. */
  private static void now() {
    Linker linker = Linker.nativeLinker();
    MethodHandle kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int _ = (int) kill.invokeExact((int) ProcessHandle.current().pid(), KILL);
    } catch (Throwable e) {
      Runtime.getRuntime().halt(KILL);
    }
  }
}
