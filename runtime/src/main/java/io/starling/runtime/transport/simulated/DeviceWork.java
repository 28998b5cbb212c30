package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.transport.simulated.SimulatedNetwork.DeviceWay;
import java.lang.foreign.MemorySegment;

/** An open copy or fold of a device, or a wait for such work. */
final class DeviceWork {

  /** A copy reads each byte and writes it. */
  private static final long TOUCHES_OF_A_COPY = 2;

  /** A fold reads two bytes and writes one. */
  private static final long TOUCHES_OF_A_FOLD = 3;

  /** In place of a peer: it reads the device's own memory, or host memory. */
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

  /** A copy that was posted at a time. */
  static DeviceWork copy(
      int number, DeviceWay way, MemorySegment from, MemorySegment into, long posted) {
    return new DeviceWork(number, way, null, from, from, into, posted);
  }

  /** A fold that was posted at a time. */
  static DeviceWork fold(
      int number,
      Fold fold,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long posted) {
    return new DeviceWork(number, DeviceWay.WITHIN, fold, left, right, into, posted);
  }

  /** Empty work that waits for work that writes to a range. */
  static DeviceWork settle(int number, MemorySegment range, long posted) {
    return new DeviceWork(number, DeviceWay.WITHIN, null, range, range, MemorySegment.NULL, posted);
  }

  /** Marks it as reading the memory of a peer's device, where no work of this device conflicts. */
  DeviceWork from(int itsPeer) {
    peer = itsPeer;
    return this;
  }

  /** The peer whose device's memory it reads, or {@link #NONE}. */
  int peer() {
    return peer;
  }

  /** The number that its poster has given it. */
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

  /** The bytes that it moves over each of its links. */
  long traffic() {
    if (way != DeviceWay.WITHIN || peer != NONE) {
      return into.byteSize();
    }
    return into.byteSize() * (fold == null ? TOUCHES_OF_A_COPY : TOUCHES_OF_A_FOLD);
  }

  /**
   * Whether this must begin after the end of earlier work: both are copies in the same direction,
   * or one writes device memory that the other one uses.
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

  /** One more piece of work must end before this begins. */
  void addObstacle() {
    obstacles++;
  }

  /** One of them has ended; returns whether this may begin. */
  boolean removeObstacle() {
    return --obstacles == 0;
  }

  boolean isFree() {
    return obstacles == 0;
  }

  /** Moves or folds the data, once. */
  void carry() {
    if (carried) {
      return;
    }
    carried = true;
    if (isPause()) {
      return;
    }
    if (fold == null) {
      Bytes.copy(left, 0, into, 0, left.byteSize());
    } else {
      fold.fold(left, 0, right, 0, into, 0, into.byteSize());
    }
  }
}
