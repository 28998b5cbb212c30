package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Sends that wait for their bytes to leave a device, and the messages behind them: messages of one
 * sender are received in the order in which they were sent (MPI 4.1, section 3.5). Segments of
 * collectives have unique tags and wait only for the device.
 */
final class SendOrder {

  private final Port port;
  private final TransferTable transfers;
  private final AttachedDevice attached;
  private final DeviceTransfers devices;

  /** The rows of messages that have not begun, oldest first. */
  private int[] waiting = new int[8];

  private int count;

  SendOrder(Port port, TransferTable transfers, AttachedDevice attached, DeviceTransfers devices) {
    this.port = port;
    this.transfers = transfers;
    this.attached = attached;
    this.devices = devices;
  }

  /** Whether a message that is posted now must wait for others. */
  boolean holdsBack(long tag) {
    return count > 0 && !Tags.isCollective(tag);
  }

  /** Lets a message wait for the messages before it. */
  void add(int row, long offset, boolean synchronous) {
    transfers.offset[row] = offset;
    transfers.synchronous[row] = synchronous;
    add(row);
  }

  private void add(int row) {
    if (count == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * count);
    }
    waiting[count++] = row;
  }

  /** Begins a send from a host copy as soon as the copy is complete and the send is next. */
  void start(int row) {
    HostCopy copy = transfers.copy[row];
    if (!copy.whole) {
      copy.await(row);
    }
    boolean isMessage = !Tags.isCollective(transfers.tag[row]);
    if (isMessage && (count > 0 || !copy.whole)) {
      add(row);
    } else if (copy.whole) {
      post(row);
    }
  }

  /** The host copy for which a send waits is complete or has failed. */
  void filled(int row, String failure) {
    if (Tags.isCollective(transfers.tag[row])) {
      devices.begin(row, failure);
    } else {
      if (failure != null) {
        remove(row);
        devices.begin(row, failure);
      }
      while (count > 0 && isReady(waiting[0])) {
        int first = waiting[0];
        remove(first);
        devices.begin(first, null);
      }
    }
  }

  private boolean isReady(int row) {
    HostCopy copy = transfers.copy[row];
    return copy == null || copy.whole;
  }

  private void remove(int row) {
    int at = 0;
    while (waiting[at] != row) {
      at++;
    }
    count--;
    System.arraycopy(waiting, at + 1, waiting, at, count - at);
  }

  /** Posts a send whose data is complete. */
  void post(int row) {
    HostCopy copy = transfers.copy[row];
    int peer = transfers.peer[row];
    Messages messages = transfers.direct[row] ? port.direct(attached.device(), peer) : port;
    messages.send(
        row,
        peer,
        transfers.tag[row],
        data(row),
        transfers.offset[row],
        transfers.length[row],
        transfers.synchronous[row]);
    if (copy != null) {
      attached.slots().used(copy);
    }
  }

  private MemorySegment data(int row) {
    if (transfers.copy[row] != null) {
      return transfers.copy[row].slot;
    }
    MemorySegment slot = transfers.staging[row];
    return slot != null ? slot : transfers.memory[row].segment();
  }
}
