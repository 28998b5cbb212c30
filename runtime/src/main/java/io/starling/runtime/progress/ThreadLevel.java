package io.starling.runtime.progress;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which threads of a rank may call Starling (MPI 4.1, section 11.6). */
public enum ThreadLevel {
  /** The rank has one thread. Starling checks the same as for {@link #FUNNELED}. */
  SINGLE,
  /** Only the thread that joined the job. Others are refused. */
  FUNNELED,
  /**
   * Any thread, one at a time: the program sees to it that no call begins before the one of another
   * thread has returned. Two at the same time are found out, and the later one is refused.
   */
  SERIALIZED,
  /**
   * All threads at the same time. A thread that waits in a call does not hold up the others' calls.
   * Collectives of one communicator still have one order: two threads that call them at the same
   * time need a communicator each.
   */
  MULTIPLE;

  /**
   * The level of a name such as {@code multiple}.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known
   */
  public static ThreadLevel named(String name) {
    return Arrays.stream(values())
        .filter(level -> level.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown thread level '%s'; known are %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(ThreadLevel::label)
                                .collect(Collectors.joining(", ")))));
  }

  /** Its name in options: {@code funneled}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
