package io.starling.runtime.progress.device;

import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.TransferTable;
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
  private final DeviceTransfers devices;
  private final DeviceRows rows;

  /** The rows of messages that have not begun, oldest first. */
  private int[] waiting = new int[8];

  private int count;

  SendOrder(DeviceTransfers devices) {
    this.devices = devices;
    port = devices.port;
    transfers = devices.transfers;
    rows = devices.rows;
  }

  /** Lets a message wait if others wait before it. */
  boolean holdsBack(int row, long offset, boolean synchronous) {
    if (count == 0 || Tags.isCollective(transfers.tag[row])) {
      return false;
    }
    rows.add(row);
    transfers.offset[row] = offset;
    rows.synchronous[row] = synchronous;
    add(row);
    return true;
  }

  private void add(int row) {
    if (count == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * count);
    }
    waiting[count++] = row;
  }

  /** Begins a send from a host copy as soon as the copy is complete and the send is next. */
  void start(int row) {
    HostCopy copy = rows.copy[row];
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
    HostCopy copy = rows.copy[row];
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
    HostCopy copy = rows.copy[row];
    int peer = transfers.peer[row];
    Messages messages = rows.direct[row] ? port.direct(devices.device(), peer) : port;
    messages.send(
        row,
        peer,
        transfers.tag[row],
        data(row),
        transfers.offset[row],
        transfers.length[row],
        rows.synchronous[row]);
    if (copy != null) {
      devices.slots.used(copy);
    }
  }

  private MemorySegment data(int row) {
    if (rows.copy[row] != null) {
      return rows.copy[row].slot;
    }
    MemorySegment slot = transfers.staging[row];
    return slot != null ? slot : transfers.memory[row].segment();
  }
}
