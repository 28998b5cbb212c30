package io.starling.bench.soak;

import io.starling.runtime.Request;
import io.starling.runtime.ThreadLevel;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** One step of the walk: some tasks on some communicators. It follows from seed and step alone. */
final class Step {

  static final int MOST_TASKS = 5;

  /** How many in a hundred tasks are windows. */
  private static final int WINDOWS = 5;

  private final SeededRandom own;
  private final boolean inThreads;
  private final List<StepTask> tasks = new ArrayList<>();

  /**
   * Draws the tasks.
   *
   * @param hasWindows whether some are windows: where ranks die, those that wait in one of other
   *     ranks would not hear of it, as its messages are its own
   */
  Step(
      long seed,
      long number,
      SoakCommunicators teams,
      Arena arena,
      Fault fault,
      boolean hasWindows) {
    int size = teams.all().size();
    SeededRandom draw = SeededRandom.of(seed, number, size);
    own = draw.part(-1 - teams.all().rank());
    int count = draw.percent(60) ? 1 : draw.between(2, MOST_TASKS);
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < count; i++) {
      int slot = draw.below(SoakCommunicators.SLOTS);
      SoakCommunicator team = teams.at(slot, number);
      boolean mayTalk = slots.add(slot);
      if (team.communicator() != null) {
        CallContext scene =
            new CallContext(team.communicator(), draw.part(i), own.part(i), arena, fault);
        tasks.add(task(team, scene, mayTalk, hasWindows, number * MOST_TASKS + i));
      }
    }
    boolean isApart = count > 1 && slots.size() == count;
    inThreads = teams.all().threadLevel() == ThreadLevel.MULTIPLE && isApart && draw.percent(50);
  }

  /** At most one task of messages has a communicator, as its receives may be from anybody. */
  private static StepTask task(
      SoakCommunicator team, CallContext scene, boolean mayTalk, boolean hasWindows, long turn) {
    int chance = scene.draw().below(100);
    if (chance < WINDOWS && hasWindows) {
      return new WindowTask(team, scene);
    }
    if (!mayTalk || chance < 65) {
      return CollectiveTask.draw(team, scene);
    }
    return chance < 90 ? new MessageTask(team, scene, turn) : new ShiftTask(team, scene, turn);
  }

  List<StepTask> tasks() {
    return tasks;
  }

  /**
   * Does it all. Where threads may, and each task has a communicator of its own, some steps have a
   * thread for each task.
   *
   * @param mark hears what has its turn
   */
  void run(Consumer<String> mark) {
    if (!inThreads) {
      run(tasks, own, mark);
      return;
    }
    String all = tasks.stream().map(StepTask::text).collect(Collectors.joining("; and "));
    List<Callable<Void>> parts = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      List<StepTask> one = tasks.subList(i, i + 1);
      SeededRandom part = own.part(i);
      parts.add(
          () -> {
            run(one, part, _ -> mark.accept("at the same time: " + all));
            return null;
          });
    }
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      for (Future<Void> part : threads.invokeAll(parts)) {
        part.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(List<StepTask> tasks, SeededRandom own, Consumer<String> mark) {
    for (StepTask task : tasks) {
      mark.accept(task.text());
      task.begin();
    }
    for (StepTask task : tasks) {
      mark.accept(task.text());
      task.take();
    }
    List<Request> open = new ArrayList<>();
    tasks.forEach(task -> open.addAll(task.open()));
    Completion.complete(open, own);
    for (StepTask task : tasks) {
      mark.accept(task.text());
      task.check();
    }
    tasks.forEach(StepTask::settle);
  }
}
