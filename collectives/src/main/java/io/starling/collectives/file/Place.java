package io.starling.collectives.file;

import java.util.function.LongFunction;

/** Where an access takes place. */
@FunctionalInterface
interface Place {

  /**
   * Finds the bytes of an access; a pointer moves past them.
   *
   * @param elements how many elements of the view the access is about
   * @param parts gives the bytes from an offset on, in elements; if it refuses, no pointer moves
   */
  FilePart take(long elements, LongFunction<FilePart> parts);

  /** At an offset. */
  static Place at(long offset) {
    return new At(offset);
  }

  /** Two calls at the same offset have the same place. */
  record At(long offset) implements Place {
    @Override
    public FilePart take(long elements, LongFunction<FilePart> parts) {
      return parts.apply(offset);
    }
  }

  /** At this rank's pointer. */
  static Place here(FileState file) {
    return (elements, parts) -> {
      while (true) {
        long at = file.position.get();
        FilePart part = parts.apply(at);
        if (file.position.compareAndSet(at, at + elements)) {
          return part;
        }
      }
    };
  }

  /** At the shared pointer. */
  static Place shared(FileState file) {
    return (elements, parts) -> {
      FilePart[] part = new FilePart[1];
      long _ =
          file.moveShared(
              at -> {
                part[0] = parts.apply(at);
                return at + elements;
              });
      return part[0];
    };
  }
}
