package io.starling.bench.laboratory.noise;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.starling.runtime.transport.noise.NoiseSchedule;
import io.starling.runtime.transport.noise.NoiseSettings;
import io.starling.runtime.transport.noise.StolenTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Noise from outside: a thread that stops processes and lets them go on, by the schedule of their
 * ranks. None is stopped any more when it is closed, and none if this process dies.
 */
final class ExternalNoise implements AutoCloseable {

  private static final long POLL = 20_000_000;

  private final NoiseSettings settings;
  private final Supplier<List<ProcessHandle>> ranks;
  private final List<StolenTime> stolen = new ArrayList<>();
  private final PriorityQueue<Victim> queue = new PriorityQueue<>();
  private final Thread thread = Thread.ofPlatform().name("starling-noise").unstarted(this::run);
  private volatile boolean closed;

  private ExternalNoise(NoiseSettings settings, Supplier<List<ProcessHandle>> ranks) {
    this.settings = settings;
    this.ranks = ranks;
  }

  /**
   * Noise that begins as soon as there are ranks.
   *
   * @param settings with an origin
   * @param ranks all of them, or none while some are not there; asked again and again
   */
  static ExternalNoise start(NoiseSettings settings, Supplier<List<ProcessHandle>> ranks) {
    ExternalNoise noise = new ExternalNoise(settings, ranks);
    noise.thread.start();
    return noise;
  }

  @Override
  public void close() {
    end();
  }

  /** The same as the close; returns what each rank has lost. */
  List<StolenTime> end() {
    closed = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return List.copyOf(stolen);
  }

  private void run() {
    List<Long> processes = await();
    try (ResumeGuard _ = new ResumeGuard(processes)) {
      for (int rank = 0; rank < processes.size(); rank++) {
        queue.add(new Victim(rank, processes.get(rank)));
      }
      disturb();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start sh, which guards stopped processes", e);
    }
  }

  private List<Long> await() {
    List<ProcessHandle> found = ranks.get();
    while (found.isEmpty() && !closed) {
      LockSupport.parkNanos(POLL);
      found = ranks.get();
    }
    return found.stream().map(ProcessHandle::pid).toList();
  }

  /** Takes what is due next, until the end or until no process is left. */
  private void disturb() {
    while (!closed && !queue.isEmpty()) {
      long left = queue.peek().due - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        Victim next = queue.remove();
        if (next.turnAround()) {
          queue.add(next);
        }
      }
    }
    queue.forEach(Victim::release);
  }

  /** A rank, and what happens to it next. */
  private final class Victim implements Comparable<Victim> {

    private final long process;
    private final NoiseSchedule schedule;
    private final StolenTime taken = new StolenTime();
    private long number;
    private long due;
    private long stoppedAt;
    private boolean stopped;

    Victim(int rank, long process) {
      this.process = process;
      long now = System.nanoTime();
      schedule = new NoiseSchedule(settings, rank, now);
      number = schedule.numberFrom(now);
      due = schedule.begin(number);
      stolen.add(taken);
    }

    /** Stops it, or lets it go on; false where there is no such process any more. */
    boolean turnAround() {
      if (stopped) {
        return release();
      }
      long duration = schedule.duration(number);
      if (duration == 0) {
        moveTo(number + 1);
        return true;
      }
      stopped = StopSignals.stop(process);
      stoppedAt = System.nanoTime();
      due = stoppedAt + duration;
      return stopped;
    }

    private boolean release() {
      boolean there = StopSignals.letGoOn(process);
      if (stopped) {
        stopped = false;
        taken.add(schedule.turnAt(stoppedAt), System.nanoTime() - stoppedAt);
        moveTo(number + 1);
      }
      return there;
    }

    private void moveTo(long next) {
      number = next;
      due = schedule.begin(next);
    }

    @Override
    public int compareTo(Victim other) {
      return Long.compare(due, other.due);
    }
  }

  /** The signals of Linux that stop a process and let it go on; no shell is quick enough. */
  private static final class StopSignals {

    private static final int CONTINUE = 18;
    private static final int STOP = 19;

    private static final MethodHandle KILL =
        Linker.nativeLinker()
            .downcallHandle(
                Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

    private StopSignals() {}

    /** Whether the process is there and may be stopped. */
    static boolean stop(long process) {
      return send(process, STOP);
    }

    static boolean letGoOn(long process) {
      return send(process, CONTINUE);
    }

    private static boolean send(long process, int signal) {
      try {
        return (int) KILL.invokeExact((int) process, signal) == 0;
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * A shell that lets processes go on when this one ends, however that comes about: it waits for
   * the end of its input.
   */
  private static final class ResumeGuard implements AutoCloseable {

    private static final String SCRIPT =
        "trap '' HUP INT TERM; read -r _; kill -CONT \"$@\" 2>/dev/null";

    private final Process shell;

    ResumeGuard(List<Long> processes) throws IOException {
      List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
      processes.forEach(process -> command.add(Long.toString(process)));
      shell =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    }

    /** Lets them go on, and returns when that is done. */
    @Override
    public void close() {
      try {
        shell.getOutputStream().close();
        shell.waitFor();
      } catch (IOException e) {
        shell.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
