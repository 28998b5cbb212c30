package io.starling.runtime.transport.ucx;

import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/**
 * The endpoints of peers that have left. A message that was only announced is fetched through the
 * endpoint of its sender, so an endpoint stays as long as a message of its peer waits.
 */
final class Departures {

  private static final long ONLY_SOURCE = ~Tags.mask(true, false);

  private final UcxWorker worker;
  private final OpenTransfers transfers;
  private final OutstandingSends outstanding;
  private final long found;
  private final Map<Integer, Long> endpoints = new HashMap<>();

  Departures(UcxWorker worker, OpenTransfers transfers, OutstandingSends outstanding, Arena arena) {
    this.worker = worker;
    this.transfers = transfers;
    this.outstanding = outstanding;
    this.found = arena.allocate(2L * Long.BYTES, Long.BYTES).address();
  }

  /** A peer has left. */
  void add(int peer, long endpoint) {
    endpoints.put(peer, endpoint);
  }

  /** Closes the endpoints that no message needs. */
  void closeIdle() {
    endpoints
        .entrySet()
        .removeIf(
            departure -> {
              boolean isIdle = isIdle(departure.getKey());
              if (isIdle) {
                outstanding.close(departure.getKey(), departure.getValue());
              }
              return isIdle;
            });
  }

  private boolean isIdle(int peer) {
    return !transfers.mayReceiveFrom(peer)
        && worker.probe(Tags.source(peer), ONLY_SOURCE, false, found) == 0;
  }
}
