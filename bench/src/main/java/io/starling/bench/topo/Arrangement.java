package io.starling.bench.topo;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * How the things in a box stand: in rows of the same length, each row and column as large as its
 * largest member, one cell of corridor between neighbours.
 *
 * @param across how many stand in a row
 * @param rows the height in cells of each row of things
 * @param columns the width in cells of each column of things
 */
record Arrangement(int across, int[] rows, int[] columns) {

  /** How many cells a box takes. */
  record Size(int rows, int columns) {}

  private static final int CORES_ACROSS = 8;
  private static final int SEATS_ACROSS = 4;

  /** Rough sizes in pixels: only the shape of the whole depends on them. */
  private static final double SEAT = 66;

  private static final double BORDER = 30;

  /** A picture is wider than high. */
  private static final double SHAPE = 1.8;

  private static final double HOLE = 0.35;

  /** So many seats on a core. */
  static Arrangement ofSeats(int seats) {
    int across = Math.min(seats, SEATS_ACROSS);
    List<Size> cells = Collections.nCopies(seats, new Size(1, 1));
    return of(cells, across);
  }

  /** The boxes in a box: a few cores in one row, many in rows of four or eight. */
  static Arrangement of(Part part, List<Size> inside) {
    int count = inside.size();
    if (!part.parts().isEmpty() && part.parts().getFirst().isCore()) {
      return of(inside, count <= CORES_ACROSS ? Math.min(count, CORES_ACROSS / 2) : CORES_ACROSS);
    }
    int best = 1;
    for (int across = 2; across <= count; across++) {
      if (ugliness(inside, across) < ugliness(inside, best)) {
        best = across;
      }
    }
    return of(inside, best);
  }

  private static Arrangement of(List<Size> things, int across) {
    int down = Math.ceilDiv(things.size(), across);
    int[] rows = new int[down];
    int[] columns = new int[across];
    for (int i = 0; i < things.size(); i++) {
      rows[i / across] = Math.max(rows[i / across], things.get(i).rows());
      columns[i % across] = Math.max(columns[i % across], things.get(i).columns());
    }
    return new Arrangement(across, rows, columns);
  }

  private static double ugliness(List<Size> things, int across) {
    int down = Math.ceilDiv(things.size(), across);
    Size thing = things.getFirst();
    double width = across * pixels(thing.columns());
    double height = down * pixels(thing.rows());
    double holes = (double) (across * down - things.size()) / things.size();
    return Math.abs(Math.log(width / height / SHAPE)) + (holes > 0 ? HOLE + holes : 0);
  }

  /** Every second cell is a corridor; a border adds some. */
  private static double pixels(int cells) {
    return cells * SEAT / 2 + BORDER;
  }

  /** What all of it takes. */
  Size cells() {
    return new Size(sum(rows), sum(columns));
  }

  private static int sum(int[] sizes) {
    return Arrays.stream(sizes).sum() + sizes.length - 1;
  }

  /** The first row of the i-th thing, counted from that of the first. */
  int row(int i) {
    return start(rows, i / across);
  }

  /** The first column of the i-th thing. */
  int column(int i) {
    return start(columns, i % across);
  }

  /** Where the i-th thing ends, so that all in a row are equally high. */
  int lastRow(int i) {
    return row(i) + rows[i / across] - 1;
  }

  /** Where the i-th thing ends, so that all in a column are equally wide. */
  int lastColumn(int i) {
    return column(i) + columns[i % across] - 1;
  }

  private static int start(int[] sizes, int index) {
    int start = index;
    for (int i = 0; i < index; i++) {
      start += sizes[i];
    }
    return start;
  }
}
