package io.starling.collectives.job;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.os.Uninterruptible;
import io.starling.runtime.trace.TraceFolder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Exchanges the addresses of all ranks' ports at once. Each has a byte more, which says whether the
 * rank is traced: a traced rank runs other algorithms than one that is not, and both would wait for
 * each other for ever.
 */
final class ExchangedAddresses implements AddressBook {

  private static final String NAME = "addresses";

  private final Bootstrap bootstrap;
  private final Duration patience;
  private final byte traced;
  private byte[] own = {};
  private List<byte[]> all = List.of();

  ExchangedAddresses(Bootstrap bootstrap, boolean traced, Duration patience) {
    this.bootstrap = bootstrap;
    this.traced = (byte) (traced ? 1 : 0);
    this.patience = patience;
  }

  /** Keeps this rank's address for the exchange. */
  @Override
  public void publish(int rank, byte[] address) {
    own = address;
  }

  /** This rank's address. */
  byte[] own() {
    return own;
  }

  /** Waits for the addresses of all ranks; to be called when this rank's port is open. */
  void exchange() {
    byte[] mine = Arrays.copyOf(own, own.length + 1);
    mine[own.length] = traced;
    all = bootstrap.exchange(NAME, mine, patience);
    for (int rank = 0; rank < all.size(); rank++) {
      byte[] its = all.get(rank);
      if (its[its.length - 1] != traced) {
        throw new StarlingException(
            "this rank is %s, but rank %d is %s: set %s for all ranks or for none"
                .formatted(label(traced), rank, label(1 - traced), TraceFolder.VARIABLE));
      }
    }
  }

  private static String label(int traced) {
    return traced == 0 ? "not traced" : "traced";
  }

  /**
   * Known after the exchange; no port needs an address earlier. A rank of another world has
   * published its own before any rank met it, so it comes soon.
   */
  @Override
  public byte[] lookUp(int peer) {
    int rank = peer - bootstrap.numbers().first();
    if (rank >= 0 && rank < all.size()) {
      byte[] its = all.get(rank);
      return Arrays.copyOf(its, its.length - 1);
    }
    return Uninterruptible.make(
        () -> bootstrap.published(Spawner.ADDRESS + peer, patience).orElseThrow());
  }
}
