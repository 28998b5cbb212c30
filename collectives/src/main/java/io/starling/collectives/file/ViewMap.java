package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.runtime.datatype.AscendingMap;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.datatype.TypeMap;

/** A view whose types were checked, and the bytes of the file that it shows. */
final class ViewMap {

  /** Beyond it, sums of offsets could overflow. */
  private static final long MOST_BYTES = 1L << 62;

  private final FileView view;
  private final TypeMap tile;
  private final long unit;
  private final long extent;

  private ViewMap(FileView view, TypeMap tile) {
    this.view = view;
    this.tile = tile;
    unit = view.elementType().size();
    extent = view.fileType().extent();
  }

  /**
   * Checks a view.
   *
   * @throws IllegalArgumentException with the reason, if it is none of MPI 4.1, section 14.3
   */
  static ViewMap of(FileView view) {
    present("element type", view.elementType());
    present("file type", view.fileType());
    present("representation", view.representation());
    TypeMap tile = MappedDatatype.of(view.fileType()).map();
    if (view.representation() == FileView.Representation.EXTERNAL32) {
      throw new IllegalArgumentException(
          "Starling converts no data, so views can't be EXTERNAL32; use NATIVE, and swap bytes in"
              + " the program");
    }
    if (view.displacement() < 0) {
      throw new IllegalArgumentException(
          "the displacement %d is negative".formatted(view.displacement()));
    }
    long unit = view.elementType().size();
    if (unit == 0) {
      throw new IllegalArgumentException(
          "the element type %s has no bytes".formatted(view.elementType()));
    }
    if (tile.size() % unit != 0) {
      throw new IllegalArgumentException(
          "the file type %s has %d bytes, which are no whole elements of %s (%d bytes each)"
              .formatted(view.fileType(), tile.size(), view.elementType(), unit));
    }
    checkOrder(view, tile);
    return new ViewMap(view, tile);
  }

  private static void present(String role, Object part) {
    if (part == null) {
      throw new IllegalArgumentException("the view has null instead of its " + role);
    }
  }

  private static void checkOrder(FileView view, TypeMap tile) {
    if (tile.size() == 0) {
      return;
    }
    if (tile.start() < 0) {
      throw new IllegalArgumentException(
          "the file type %s begins %d bytes before its displacement"
              .formatted(view.fileType(), -tile.start()));
    }
    if (!AscendingMap.isAscending(tile)) {
      throw new IllegalArgumentException(
          "the bytes of the file type %s do not ascend, or overlap; files are read and written in"
                  .formatted(view.fileType())
              + " order (MPI 4.1, section 14.3), so sort its blocks");
    }
    if (view.fileType().extent() < tile.end() - tile.start()) {
      throw new IllegalArgumentException(
          "the file type %s has an extent of %d bytes, but its data spans %d: its repetitions would"
                  .formatted(view.fileType(), view.fileType().extent(), tile.end() - tile.start())
              + " overlap");
    }
  }

  FileView view() {
    return view;
  }

  /** The bytes of an element. */
  long unit() {
    return unit;
  }

  /**
   * The bytes of some data.
   *
   * @param offset where it begins, in elements; not negative
   * @throws IllegalArgumentException if the view has no bytes, or the data ends too far away
   */
  FilePart part(long offset, long bytes) {
    if (bytes == 0) {
      return FilePart.EMPTY;
    }
    if (tile.size() == 0) {
      throw new IllegalArgumentException(
          "%d bytes are passed, but the view shows none: its file type %s is empty"
              .formatted(bytes, view.fileType()));
    }
    try {
      long first = Math.multiplyExact(offset, unit);
      long turn = first / tile.size();
      long skipped = first % tile.size();
      long turns = Math.ceilDiv(Math.addExact(skipped, bytes), tile.size());
      TypeMap all = TypeMap.repeated(turns, extent, tile);
      long place = Math.addExact(view.displacement(), Math.multiplyExact(turn, extent));
      TypeMap map = AscendingMap.part(all, skipped, bytes).shifted(place);
      if (map.end() <= MOST_BYTES) {
        return new FilePart(map);
      }
    } catch (ArithmeticException e) {
      throw tooFar(offset, e);
    }
    throw tooFar(offset, null);
  }

  private static IllegalArgumentException tooFar(long offset, ArithmeticException cause) {
    return new IllegalArgumentException(
        "the data at offset %d would end beyond 2^62 bytes of the file".formatted(offset), cause);
  }

  /** The place of an element in the file. */
  long byteOffset(long offset) {
    return part(offset, 1).map().start();
  }

  /** How many elements begin before the end of a file. */
  long elementsBefore(long fileBytes) {
    long seen = fileBytes - view.displacement();
    if (seen <= 0 || tile.size() == 0) {
      return 0;
    }
    long turn = extent == 0 ? 0 : seen / extent;
    long bytes = turn * tile.size() + AscendingMap.sizeBelow(tile, seen - turn * extent);
    return Math.ceilDiv(bytes, unit);
  }
}
