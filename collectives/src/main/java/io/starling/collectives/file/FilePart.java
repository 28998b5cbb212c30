package io.starling.collectives.file;

import io.starling.runtime.datatype.AscendingMap;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;

/**
 * The bytes of a file that one access reads or writes, in ascending order.
 *
 * @param map their offsets from the beginning of the file
 */
record FilePart(TypeMap map) {

  /** No bytes. */
  static final FilePart EMPTY = new FilePart(new Block(0, 0));

  long bytes() {
    return map.size();
  }

  boolean isContiguous() {
    return map instanceof Block;
  }

  /** The mean length of its runs in bytes; 0 if it has none. */
  long meanRun() {
    return bytes() == 0 ? 0 : bytes() / map.runs();
  }

  /** Where a byte of the data is in the file. */
  long offsetOf(long packed) {
    return AscendingMap.offsetOf(map, packed);
  }

  /** How many of the bytes are before a place of the file. */
  long bytesBefore(long place) {
    return AscendingMap.sizeBelow(map, place);
  }
}
