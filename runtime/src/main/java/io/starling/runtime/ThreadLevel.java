package io.starling.runtime;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which threads of a rank may call Starling (MPI 4.1, section 11.6). A call by any other thread is
 * an {@link IllegalStateException}.
 */
public enum ThreadLevel {
  /** The rank has one thread. Starling checks the same as for {@link #FUNNELED}. */
  SINGLE,
  /** Only the thread that joined the job may call. */
  FUNNELED,
  /**
   * Any thread may call, but only one at a time: the program ensures that no call begins before
   * another thread's call has returned. If two calls overlap, the later one is refused.
   */
  SERIALIZED,
  /**
   * All threads may call at the same time. A thread that waits in a call does not block the calls
   * of others. The collectives of one communicator still need the same order on all ranks: threads
   * that call collectives at the same time use a communicator each.
   */
  MULTIPLE;

  /**
   * The level with a name, as options give it.
   *
   * @param name {@code single}, {@code funneled}, {@code serialized} or {@code multiple}
   * @return the level
   * @throws IllegalArgumentException if the name is none of these; the message lists them
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

  /**
   * The name of this level in options.
   *
   * @return the name in lower case, such as {@code funneled}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
