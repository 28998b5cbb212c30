package io.starling.runtime.progress.device;

import io.starling.runtime.progress.TransferTable;
import java.util.Arrays;

/** What the rows of transfers that concern a device have in addition, stored in columns. */
final class DeviceRows {

  /** No step of its own: the row is what its kind says. */
  static final byte NONE = 0;

  /** A copy to the host, for which sends and folds wait. */
  static final byte FILL = 1;

  /** A send that waits until the device has written its data ({@link PeerCopies}). */
  static final byte SETTLE = 2;

  /** A send whose header is being sent. */
  static final byte HEADER = 3;

  /** A send that waits for the answer to its header. */
  static final byte ANSWER = 4;

  /** A receive into host memory, whose data the device copies from a peer's device. */
  static final byte FETCH = 5;

  /** A copy from a peer's device; the peer waits for the answer. */
  static final byte PULL = 6;

  HostCopy[] copy = new HostCopy[0];
  HostFold[] hostFold = new HostFold[0];
  boolean[] synchronous = new boolean[0];

  /**
   * Whether the port accesses a device's memory directly; the memory is kept until the row closes.
   */
  boolean[] direct = new boolean[0];

  byte[] step = new byte[0];

  private final TransferTable transfers;

  DeviceRows(TransferTable transfers) {
    this.transfers = transfers;
  }

  /** Makes a row one of these. */
  int add(int row) {
    if (row >= copy.length) {
      grow(transfers.rows());
    }
    transfers.device[row] = true;
    return row;
  }

  private void grow(int rows) {
    copy = Arrays.copyOf(copy, rows);
    hostFold = Arrays.copyOf(hostFold, rows);
    synchronous = Arrays.copyOf(synchronous, rows);
    direct = Arrays.copyOf(direct, rows);
    step = Arrays.copyOf(step, rows);
  }

  /** The host copy that any row uses, or null. */
  HostCopy copy(int row) {
    return transfers.device[row] ? copy[row] : null;
  }

  /** The step of any row. */
  byte step(int row) {
    return transfers.device[row] ? step[row] : NONE;
  }

  /** The row is about to be closed. */
  void clear(int row) {
    copy[row] = null;
    hostFold[row] = null;
    direct[row] = false;
    step[row] = NONE;
  }
}
