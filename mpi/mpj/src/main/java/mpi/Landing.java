package mpi;

import io.starling.runtime.Buffer;

/** Where a collective receives, and how the data comes from there to its places. */
class Landing {

  private final Buffer buffer;

  Landing(Buffer buffer) {
    this.buffer = buffer;
  }

  static Landing inPlace(Buffer buffer) {
    return new Landing(buffer);
  }

  static Landing of(Object array, int offset, int count, Layout layout) {
    if (layout.isRow()) {
      return inPlace(Region.outgoing(array, offset, count, layout));
    }
    Object packed = Region.array(Region.length(count, layout), layout);
    return new Landing(Region.ofAll(packed, layout)) {
      @Override
      void land() {
        Region.unpack(packed, 0, Region.length(count, layout), array, offset, count, layout);
      }
    };
  }

  Buffer buffer() {
    return buffer;
  }

  /** After the collective has ended. */
  void land() {}
}
