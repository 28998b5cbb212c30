package io.starling.collectives.job;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.bootstrap.api.Bootstrap;
import java.time.Duration;
import java.util.List;

/** Exchanges the addresses of all ranks' ports at once. */
final class ExchangedAddresses implements AddressBook {

  private static final String NAME = "addresses";

  private byte[] own = {};
  private List<byte[]> all = List.of();

  /** Keeps this rank's address for the exchange. */
  @Override
  public void publish(int rank, byte[] address) {
    own = address;
  }

  /** Waits for the addresses of all ranks; to be called when this rank's port is open. */
  void exchange(Bootstrap bootstrap, Duration patience) {
    all = bootstrap.exchange(NAME, own, patience);
  }

  /** Known after the exchange; no port needs an address earlier. */
  @Override
  public byte[] lookUp(int peer) {
    return all.get(peer);
  }
}
