package io.starling.bench.topo;

import java.util.List;

/**
 * The picture in cells: seats, at which ranks are drawn, and corridors between and around them,
 * along which edges run. A corridor belongs to the smallest box around it.
 *
 * <pre>{@code
 * . . . . . . . . .      .  corridor          + - +  border, one cell wide
 * . + - - - - - + .      #  seat              | c |  c: the row of the caption
 * . | # . # . # | .
 * . + c c c c c + .
 * }</pre>
 *
 * @param boxes outer ones before those inside them, the whole first
 * @param kinds by row and column
 * @param owners the smallest box around a cell, as its index in the list, by row and column
 * @param rows what a row is for: the last of the kinds in it that stand on their own line
 * @param columns the same of columns
 * @param seats the place of each rank, row times columns plus column
 */
record Board(
    List<Box> boxes, Kind[][] kinds, int[][] owners, Kind[] rows, Kind[] columns, int[] seats) {

  /** What is at a cell. */
  enum Kind {
    /** Free, between boxes. */
    CORRIDOR,
    /** Free, along the border inside a box. */
    BORDER,
    /** Free, though a caption stands there. */
    CAPTION,
    /** Where GPUs are drawn; no edge passes. */
    CHIPS,
    /** Of a rank, or free. */
    SEAT
  }

  int width() {
    return columns.length;
  }

  int height() {
    return rows.length;
  }

  Kind kind(int place) {
    return kinds[place / width()][place % width()];
  }

  int owner(int place) {
    return owners[place / width()][place % width()];
  }

  /** The smallest box around two places, as its index in the list. */
  int commonOwner(int one, int other) {
    int common = 0;
    for (int i = 1; i < boxes.size(); i++) {
      common = covers(i, one) && covers(i, other) ? i : common;
    }
    return common;
  }

  /** Whether a box lies around a place. */
  boolean covers(int box, int place) {
    return boxes.get(box).covers(place / width(), place % width());
  }
}
