package io.starling.runtime.transport.simulated;

import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The messages in flight and the open work of devices, one row each, stored in columns. */
final class MessagesInFlight {

  /** In place of a transfer: not matched yet. */
  static final int UNMATCHED = -1;

  /** In place of a transfer: the receive has failed, and the data is dropped. */
  static final int DROPPED = -2;

  /** In place of a transfer: the receive has ended. */
  static final int RECEIVED = -3;

  /** In place of the sender's transfer: it has ended. */
  static final int SENT = -1;

  int[] source = new int[0];
  int[] target = new int[0];
  long[] tag = new long[0];
  long[] length = new long[0];

  /** The source and the destination of the data, as addresses. */
  long[] from = new long[0];

  long[] into = new long[0];
  int[] sending = new int[0];
  int[] receiving = new int[0];
  Protocol[] protocol = new Protocol[0];
  boolean[] eager = new boolean[0];
  boolean[] landed = new boolean[0];

  /** The data of an eager message, or null. */
  MemorySegment[] copy = new MemorySegment[0];

  /** The work of a device; null for messages. */
  DeviceWork[] work = new DeviceWork[0];

  /** What it does at its target, if it is an access to memory there; null for others. */
  RemoteMemory.Access[] access = new RemoteMemory.Access[0];

  /** The number of ends that have not handled its completion. */
  byte[] open = new byte[0];

  /**
   * The links, their number, the next one, and the earliest time at which the last byte has passed.
   */
  int[] path = new int[0];

  byte[] hops = new byte[0];
  byte[] hop = new byte[0];
  long[] tail = new long[0];
  long[] latency = new long[0];

  private int[] free = new int[0];
  private int freeCount;

  int add() {
    if (freeCount == 0) {
      grow();
    }
    return free[--freeCount];
  }

  void remove(int flight) {
    copy[flight] = null;
    work[flight] = null;
    access[flight] = null;
    free[freeCount++] = flight;
  }

  /** Whether a row is a message that has not ended at both ends. */
  boolean isMessage(int row) {
    return open[row] > 0 && work[row] == null && access[row] == null;
  }

  /** The number of rows, taken or free. */
  int rows() {
    return source.length;
  }

  /** Whether nothing is in flight. */
  boolean isEmpty() {
    return freeCount == source.length;
  }

  private void grow() {
    int old = source.length;
    int rows = Math.max(64, 2 * old);
    source = Arrays.copyOf(source, rows);
    target = Arrays.copyOf(target, rows);
    tag = Arrays.copyOf(tag, rows);
    length = Arrays.copyOf(length, rows);
    from = Arrays.copyOf(from, rows);
    into = Arrays.copyOf(into, rows);
    sending = Arrays.copyOf(sending, rows);
    receiving = Arrays.copyOf(receiving, rows);
    protocol = Arrays.copyOf(protocol, rows);
    eager = Arrays.copyOf(eager, rows);
    landed = Arrays.copyOf(landed, rows);
    copy = Arrays.copyOf(copy, rows);
    work = Arrays.copyOf(work, rows);
    access = Arrays.copyOf(access, rows);
    open = Arrays.copyOf(open, rows);
    path = Arrays.copyOf(path, rows * SimulatedNetwork.LONGEST_PATH);
    hops = Arrays.copyOf(hops, rows);
    hop = Arrays.copyOf(hop, rows);
    tail = Arrays.copyOf(tail, rows);
    latency = Arrays.copyOf(latency, rows);
    free = Arrays.copyOf(free, rows);
    for (int row = rows - 1; row >= old; row--) {
      free[freeCount++] = row;
    }
  }
}
