package io.starling.bench.topo;

import io.starling.bench.topo.Board.Kind;
import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gives each box its cells. All cores have as many seats as the fullest one needs. */
final class BoardBuilder {

  /** At least as wide is a column of a box, taken over the whole box. */
  private static final double LEAST_PIXELS = 26;

  private final Arrangement core;
  private final Kind[][] kinds;
  private final int[][] owners;
  private final Kind[] rows;
  private final Kind[] columns;
  private final int[] seats;
  private final List<Box> boxes = new ArrayList<>();

  private BoardBuilder(Part whole, int ranks) {
    core = Arrangement.ofSeats(Math.max(1, whole.mostRanks()));
    Arrangement.Size size = measure(whole);
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

  private Arrangement.Size measure(Part part) {
    Arrangement.Size inside = arrange(part).cells();
    int chipRows = Math.ceilDiv(part.gpus().size(), chipsAcross(inside));
    return part.isCore()
        ? inside
        : new Arrangement.Size(
            inside.rows() + 2 + captionRows(part) + chipRows, inside.columns() + 2);
  }

  /** So many GPUs surely fit side by side into a box with this inside it. */
  private static int chipsAcross(Arrangement.Size inside) {
    double width = LEAST_PIXELS * (inside.columns() + 2);
    return Math.max(1, (int) (width / Chip.SPACE));
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
    Arrangement arrangement = arrange(part);
    Box box = new Box(part, top, left, bottom, right, chipsAcross(arrangement.cells()));
    boxes.add(box);
    for (int row = top; row <= bottom; row++) {
      Arrays.fill(owners[row], left, right + 1, boxes.size() - 1);
    }
    if (part.isCore()) {
      seat(part, arrangement, top, left);
      return;
    }
    if (part.level() != Level.CLUSTER) {
      border(box);
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

  /** From the foot up: the caption, GPUs, the border. */
  private void border(Box box) {
    int chips = box.bottom() - box.chipRows();
    for (int row = box.top(); row < box.bottom(); row++) {
      mark(row, box.left(), Kind.BORDER, false);
      mark(row, box.right(), Kind.BORDER, false);
    }
    for (int column = box.left(); column <= box.right(); column++) {
      mark(box.top(), column, Kind.BORDER, true);
      mark(chips - 1, column, Kind.BORDER, true);
      mark(box.bottom(), column, Kind.CAPTION, true);
    }
    for (int row = chips; row < box.bottom(); row++) {
      for (int column = box.left() + 1; column < box.right(); column++) {
        mark(row, column, Kind.CHIPS, true);
      }
    }
    columns[box.left()] = later(columns[box.left()], Kind.BORDER);
    columns[box.right()] = later(columns[box.right()], Kind.BORDER);
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
