package io.starling.collectives;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/** Finds the ranks of the processes of a group by binary search. */
final class ProcessIndex {

  private static final int MOST_RUNS_SHOWN = 8;

  /** The processes in the upper halves, their ranks in the lower ones; sorted. */
  private final long[] entries;

  /** An index of the processes of a group, in the order of their ranks. */
  ProcessIndex(int... processes) {
    entries =
        IntStream.range(0, processes.length)
            .mapToLong(rank -> key(processes[rank]) | rank)
            .sorted()
            .toArray();
  }

  private static long key(int process) {
    return (long) process << Integer.SIZE;
  }

  private int processAt(int place) {
    return (int) (entries[place] >>> Integer.SIZE);
  }

  /** Throws if a process is negative or occurs twice. */
  void check() {
    if (entries.length > 0 && processAt(0) < 0) {
      throw new IllegalArgumentException(
          "process %d can't be in a group; numbers of processes are 0 or more"
              .formatted(processAt(0)));
    }
    for (int i = 1; i < entries.length; i++) {
      if (processAt(i) == processAt(i - 1)) {
        throw new IllegalArgumentException(
            "process %d is listed twice, as ranks %d and %d of the group; list it once"
                .formatted(processAt(i), (int) entries[i - 1], (int) entries[i]));
      }
    }
  }

  /** The rank of a process, or {@link Communicator#UNDEFINED}. */
  int rankOf(int process) {
    int at = Arrays.binarySearch(entries, key(process));
    int place = at < 0 ? -at - 1 : at;
    return place < entries.length && processAt(place) == process
        ? (int) entries[place]
        : Communicator.UNDEFINED;
  }

  /** Whether both have the same processes, in any order. */
  boolean hasTheProcessesOf(ProcessIndex other) {
    return entries.length == other.entries.length
        && IntStream.range(0, entries.length).allMatch(i -> processAt(i) == other.processAt(i));
  }

  /** Processes in short: {@code : 0 to 3, 9, 7}, or nothing if there are none. */
  static String text(int... processes) {
    StringJoiner text = new StringJoiner(", ", ": ", "");
    text.setEmptyValue("");
    int runs = 0;
    for (int rank = 0; rank < processes.length; runs++) {
      if (runs == MOST_RUNS_SHOWN) {
        text.add("…");
        break;
      }
      int next = rank + 1;
      while (next < processes.length && processes[next] == processes[next - 1] + 1) {
        next++;
      }
      boolean isRun = next - rank > 1;
      text.add(processes[rank] + (isRun ? " to " + processes[next - 1] : ""));
      rank = next;
    }
    return text.toString();
  }
}
