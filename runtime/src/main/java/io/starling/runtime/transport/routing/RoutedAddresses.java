package io.starling.runtime.transport.routing;

import io.starling.runtime.bootstrap.api.AddressBook;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Two address books in one: each rank has an address for its host, and one for all others. */
public final class RoutedAddresses implements Ways {

  private static final byte[] NONE = {};

  private final AddressBook book;
  private final String place;
  private final Map<Integer, RoutedAddress> joined = new ConcurrentHashMap<>();
  private byte[] ownNear = NONE;

  /**
   * The addresses in a book.
   *
   * @param place of this rank; equal for two ranks that reach each other through shared memory
   */
  public RoutedAddresses(AddressBook book, String place) {
    this.book = book;
    this.place = place;
  }

  /** The addresses for ranks of the same place; this rank publishes there first, if at all. */
  public AddressBook near() {
    return new View(RoutedAddress::near) {
      @Override
      public void publish(int rank, byte[] address) {
        ownNear = address;
      }
    };
  }

  /** The addresses for all others; to publish there publishes both. */
  public AddressBook far() {
    return new View(RoutedAddress::far) {
      @Override
      public void publish(int rank, byte[] address) {
        book.publish(rank, new RoutedAddress(place, ownNear, address).encode());
      }
    };
  }

  private RoutedAddress of(int rank) {
    RoutedAddress address = joined.get(rank);
    return address != null ? address : RoutedAddress.decode(rank, book.lookUp(rank));
  }

  /** Whether shared memory reaches a rank; waits until its address is known. */
  @Override
  public boolean isNear(int rank) {
    return isNear(of(rank));
  }

  private boolean isNear(RoutedAddress address) {
    return address.near().length > 0 && address.place().equals(place);
  }

  @Override
  public byte[] join(int rank, byte[] bytes) {
    RoutedAddress address = RoutedAddress.decode(rank, bytes);
    joined.put(rank, address);
    return isNear(address) ? address.near() : address.far();
  }

  private abstract class View implements AddressBook {
    private final Function<RoutedAddress, byte[]> part;

    View(Function<RoutedAddress, byte[]> part) {
      this.part = part;
    }

    @Override
    public byte[] lookUp(int rank) {
      return part.apply(of(rank));
    }
  }
}
