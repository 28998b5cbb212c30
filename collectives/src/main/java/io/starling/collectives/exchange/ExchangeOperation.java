package io.starling.collectives.exchange;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.util.Arrays;

/**
 * Runs a {@link Schedule}: any collective that is not a plain tree. When a move completes, the
 * moves that waited only for it begin.
 *
 * <pre>
 * receive s0 ─ fold s0 ─ send s0        a move begins when the last of the
 * receive s1 ─ fold s1 ─ send s1        moves for which it waits has ended
 * receive s2 ─ ...
 * </pre>
 *
 * Invariant: {@code waiting[m]} is the number of moves for which {@code m} still waits; every move
 * enters {@code ready} once, when that number becomes 0.
 */
public final class ExchangeOperation extends CollectiveOperation {

  private final String name;
  private final Schedule schedule;
  private final Fold fold;
  private final int[] waiting;
  private final int[] ready;
  private final Memory[] memory = new Memory[Area.values().length];
  private final boolean inPlace;
  private int readyFrom;
  private int readyTo;
  private int done;

  /**
   * An operation for a pattern.
   *
   * @param name the collective, for messages
   * @param fold the fold, or null if nothing is folded
   */
  public ExchangeOperation(
      Context context, String name, Pattern pattern, Problem problem, Tuning tuning, Fold fold) {
    super(context);
    this.name = name;
    this.fold = fold;
    schedule =
        Program.schedule(
            pattern, problem, context.hierarchy(), context.rank(), context.size(), tuning);
    inPlace = problem.inPlace() != Problem.APART;
    waiting = new int[schedule.moves()];
    ready = new int[schedule.moves()];
    Arrays.fill(memory, Memory.EMPTY);
  }

  @Override
  public void useMemory(Memory data, Memory result) {
    memory[Area.DATA.ordinal()] = inPlace ? Memory.EMPTY : data;
    memory[Area.RESULT.ordinal()] = result;
  }

  @Override
  protected void start() {
    done = 0;
    System.arraycopy(schedule.prerequisites(), 0, waiting, 0, waiting.length);
    readyFrom = 0;
    readyTo = schedule.first().length;
    System.arraycopy(schedule.first(), 0, ready, 0, readyTo);
    if (schedule.scratchBytes() > 0) {
      memory[Area.SCRATCH.ordinal()] = engine().scratch(near(), fold, schedule.scratchBytes());
    }
    makeReadyMoves();
  }

  private Memory near() {
    Memory data = memory[Area.DATA.ordinal()];
    return data != null && data.isOnDevice() ? data : memory[Area.RESULT.ordinal()];
  }

  private void makeReadyMoves() {
    while (readyFrom < readyTo) {
      make(ready[readyFrom++]);
    }
  }

  private void make(int move) {
    int peer = schedule.peer()[move];
    int message = schedule.message()[move];
    long length = schedule.length()[move];
    byte kind = schedule.kind()[move];
    switch (kind) {
      case Schedule.SEND, Schedule.SEND_CONFIRMED ->
          sendTo(
              peer,
              move,
              message,
              memory(move, Schedule.SOURCE),
              offset(move, Schedule.SOURCE),
              length,
              kind == Schedule.SEND_CONFIRMED);
      case Schedule.RECEIVE ->
          receiveFrom(
              peer,
              move,
              message,
              memory(move, Schedule.TARGET),
              offset(move, Schedule.TARGET),
              length);
      case Schedule.FOLD ->
          fold(
              move,
              0,
              fold,
              memory(move, Schedule.SOURCE),
              offset(move, Schedule.SOURCE),
              memory(move, Schedule.RIGHT),
              offset(move, Schedule.RIGHT),
              memory(move, Schedule.TARGET),
              offset(move, Schedule.TARGET),
              length);
      default ->
          copy(
              move,
              memory(move, Schedule.SOURCE),
              offset(move, Schedule.SOURCE),
              memory(move, Schedule.TARGET),
              offset(move, Schedule.TARGET),
              length);
    }
  }

  private Memory memory(int move, int operand) {
    return memory[schedule.area()[Schedule.OPERANDS * move + operand]];
  }

  private long offset(int move, int operand) {
    return schedule.offset()[Schedule.OPERANDS * move + operand];
  }

  /** A move has ended: the moves that waited only for it are ready. */
  private void release(int move) {
    done++;
    int to = schedule.dependentsFrom()[move + 1];
    for (int i = schedule.dependentsFrom()[move]; i < to; i++) {
      int dependent = schedule.dependents()[i];
      if (--waiting[dependent] == 0) {
        ready[readyTo++] = dependent;
      }
    }
  }

  private void completed(int move) {
    release(move);
    makeReadyMoves();
  }

  @Override
  protected void onReceived(int move, int message) {
    completed(move);
  }

  @Override
  protected void onSent(int move, int message) {
    completed(move);
  }

  @Override
  protected void onFolded(int move, int segment) {
    completed(move);
  }

  @Override
  protected boolean finished() {
    return done == waiting.length;
  }

  @Override
  protected void onEnd(boolean failed) {
    Memory scratch = memory[Area.SCRATCH.ordinal()];
    if (schedule.scratchBytes() > 0 && !failed) {
      engine().release(scratch);
    }
    Arrays.fill(memory, Memory.EMPTY);
  }

  @Override
  public String describe() {
    return name + " (" + done + " of " + waiting.length + " moves done)";
  }
}
