package io.starling.bench.topo;

import io.starling.bench.topo.Board.Kind;
import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gives each box its cells. All cores have as many seats as the fullest one needs. */
final class BoardBuilder {

  private final Arrangement core;
  private final Kind[][] kinds;
  private final int[][] owners;
  private final Kind[] rows;
  private final Kind[] columns;
  private final int[] seats;
  private final List<Box> boxes = new ArrayList<>();

  private BoardBuilder(Part whole, int ranks) {
    core = Arrangement.ofSeats(Math.max(1, whole.mostRanks()));
    Cells size = measure(whole);
    kinds = new Kind[size.rows()][size.columns()];
    owners = new int[size.rows()][size.columns()];
    rows = new Kind[size.rows()];
    columns = new Kind[size.columns()];
    Arrays.fill(rows, Kind.CORRIDOR);
    Arrays.fill(columns, Kind.CORRIDOR);
    for (Kind[] row : kinds) {
      Arrays.fill(row, Kind.CORRIDOR);
    }
    seats = new int[ranks];
  }

  /** The board of the whole, which has this many ranks. */
  static Board build(Part whole, int ranks) {
    BoardBuilder builder = new BoardBuilder(whole, ranks);
    builder.place(whole, 0, 0, builder.rows.length - 1, builder.columns.length - 1);
    return new Board(
        List.copyOf(builder.boxes),
        builder.kinds,
        builder.owners,
        builder.rows,
        builder.columns,
        builder.seats);
  }

  private Cells measure(Part part) {
    Cells inside = arrange(part).cells();
    return part.isCore()
        ? inside
        : new Cells(inside.rows() + 2 + captionRows(part), inside.columns() + 2);
  }

  private Arrangement arrange(Part part) {
    return part.isCore()
        ? core
        : Arrangement.of(part, part.parts().stream().map(this::measure).toList());
  }

  private static int captionRows(Part part) {
    return part.caption().isEmpty() ? 0 : 1;
  }

  private void place(Part part, int top, int left, int bottom, int right) {
    boxes.add(new Box(part, top, left, bottom, right));
    for (int row = top; row <= bottom; row++) {
      Arrays.fill(owners[row], left, right + 1, boxes.size() - 1);
    }
    Arrangement arrangement = arrange(part);
    if (part.isCore()) {
      seat(part, arrangement, top, left);
      return;
    }
    if (part.level() != Level.CLUSTER) {
      border(top, left, bottom, right);
    }
    for (int i = 0; i < part.parts().size(); i++) {
      place(
          part.parts().get(i),
          top + 1 + arrangement.row(i),
          left + 1 + arrangement.column(i),
          top + 1 + arrangement.lastRow(i),
          left + 1 + arrangement.lastColumn(i));
    }
  }

  private void border(int top, int left, int bottom, int right) {
    for (int row = top; row < bottom; row++) {
      mark(row, left, Kind.BORDER, false);
      mark(row, right, Kind.BORDER, false);
    }
    for (int column = left; column <= right; column++) {
      mark(top, column, Kind.BORDER, true);
      mark(bottom - 1, column, Kind.BORDER, true);
      mark(bottom, column, Kind.CAPTION, true);
    }
    columns[left] = later(columns[left], Kind.BORDER);
    columns[right] = later(columns[right], Kind.BORDER);
  }

  private void mark(int row, int column, Kind kind, boolean ownLine) {
    kinds[row][column] = kind;
    rows[row] = ownLine ? later(rows[row], kind) : rows[row];
  }

  private static Kind later(Kind one, Kind other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private void seat(Part part, Arrangement arrangement, int top, int left) {
    for (int i = 0; i < arrangement.across() * arrangement.rows().length; i++) {
      int row = top + arrangement.row(i);
      int column = left + arrangement.column(i);
      mark(row, column, Kind.SEAT, true);
      columns[column] = Kind.SEAT;
      if (i < part.ranks().size()) {
        seats[part.ranks().get(i)] = row * columns.length + column;
      }
    }
  }
}
