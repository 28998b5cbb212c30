package io.starling.runtime.trace;

import java.util.ArrayList;
import java.util.List;

/** The rows of one rank with the same name: overlapping slices are shown in different rows. */
final class Rows {

  private final String name;
  private final boolean nest;
  private final int place;
  private final List<Row> rows = new ArrayList<>();
  private final List<Integer> threads = new ArrayList<>();
  private int thread;
  private int depth;

  /**
   * No rows yet.
   *
   * @param nest whether slices may be nested in others
   * @param place the position of the rows among those of the rank
   */
  Rows(String name, boolean nest, int place) {
    this.name = name;
    this.nest = nest;
    this.place = place;
  }

  /** Finds the first row with room for a slice; the methods below return its place. */
  void place(long begin, long end, TraceOutput output, int process) {
    for (int row = 0; row < rows.size(); row++) {
      depth = rows.get(row).add(begin, end);
      if (depth != Row.NONE) {
        thread = threads.get(row);
        return;
      }
    }
    Row row = new Row(nest);
    depth = row.add(begin, end);
    rows.add(row);
    int number = rows.size();
    thread = output.nameThread(process, number == 1 ? name : name + " " + number, place + number);
    threads.add(thread);
  }

  /** The number of the row. */
  int thread() {
    return thread;
  }

  /** The nesting depth of the slice. */
  int depth() {
    return depth;
  }
}
