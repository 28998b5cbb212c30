package io.starling.runtime.transport.simulated;

import io.starling.runtime.reduction.Fold;
import io.starling.runtime.transport.simulated.Network.DeviceWay;
import java.lang.foreign.MemorySegment;

/** A copy or a fold of a device that has not ended, or a wait for such. */
final class DeviceWork {

  /** A copy reads each byte and writes it. */
  private static final long TOUCHES_OF_A_COPY = 2;

  /** A fold reads two bytes and writes one. */
  private static final long TOUCHES_OF_A_FOLD = 3;

  /** Instead of a peer: it reads the device's own memory, or the host's. */
  static final int NONE = -1;

  private final int number;
  private final DeviceWay way;
  private final Fold fold;
  private final MemorySegment left;
  private final MemorySegment right;
  private final MemorySegment into;
  private final long posted;
  private int peer = NONE;
  private int obstacles;
  private boolean carried;

  private DeviceWork(
      int number,
      DeviceWay way,
      Fold fold,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long posted) {
    this.number = number;
    this.way = way;
    this.fold = fold;
    this.left = left;
    this.right = right;
    this.into = into;
    this.posted = posted;
  }

  /** A copy, posted at a time. */
  static DeviceWork copy(
      int number, DeviceWay way, MemorySegment from, MemorySegment into, long posted) {
    return new DeviceWork(number, way, null, from, from, into, posted);
  }

  /** A fold, posted at a time. */
  static DeviceWork fold(
      int number,
      Fold fold,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long posted) {
    return new DeviceWork(number, DeviceWay.WITHIN, fold, left, right, into, posted);
  }

  /** What does nothing, but waits for those that write to a range. */
  static DeviceWork settle(int number, MemorySegment range, long posted) {
    return new DeviceWork(number, DeviceWay.WITHIN, null, range, range, MemorySegment.NULL, posted);
  }

  /** Says that it reads the memory of a peer's device, in which nothing here is in its way. */
  DeviceWork from(int itsPeer) {
    peer = itsPeer;
    return this;
  }

  /** Whose device's memory it reads besides, or {@link #NONE}. */
  int peer() {
    return peer;
  }

  /** What its poster calls it. */
  int number() {
    return number;
  }

  DeviceWay way() {
    return way;
  }

  long posted() {
    return posted;
  }

  /** Whether it only waits. */
  boolean isPause() {
    return into.equals(MemorySegment.NULL);
  }

  /** How many bytes it moves over each of its lanes. */
  long traffic() {
    if (way != DeviceWay.WITHIN || peer != NONE) {
      return into.byteSize();
    }
    return into.byteSize() * (fold == null ? TOUCHES_OF_A_COPY : TOUCHES_OF_A_FOLD);
  }

  /**
   * Whether this begins after the end of an earlier one: both are copies in the same direction, or
   * one writes what the other one touches in the device.
   */
  boolean waitsFor(DeviceWork earlier) {
    boolean sameDirection = way == earlier.way && way != DeviceWay.WITHIN;
    return sameDirection || writesWhatIsTouchedBy(earlier) || earlier.writesWhatIsTouchedBy(this);
  }

  private boolean writesWhatIsTouchedBy(DeviceWork other) {
    if (way == DeviceWay.OUT) {
      return false;
    }
    boolean writes = other.way != DeviceWay.OUT && overlap(into, other.into);
    boolean reads = other.readsHere() && (overlap(into, other.left) || overlap(into, other.right));
    return writes || reads;
  }

  private boolean readsHere() {
    return way != DeviceWay.IN && peer == NONE;
  }

  private static boolean overlap(MemorySegment one, MemorySegment other) {
    return one.address() < other.address() + other.byteSize()
        && other.address() < one.address() + one.byteSize();
  }

  /** One more has to end before this begins. */
  void addObstacle() {
    obstacles++;
  }

  /** One of them has ended; returns whether nothing is in the way any more. */
  boolean removeObstacle() {
    return --obstacles == 0;
  }

  boolean isFree() {
    return obstacles == 0;
  }

  /** Does to the data what it is there for, once. */
  void carry() {
    if (carried) {
      return;
    }
    carried = true;
    if (isPause()) {
      return;
    }
    if (fold == null) {
      into.copyFrom(left);
    } else {
      fold.fold(left, 0, right, 0, into, 0, into.byteSize());
    }
  }
}
