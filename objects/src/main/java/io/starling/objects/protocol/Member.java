package io.starling.objects.protocol;

/**
 * A store of a view.
 *
 * @param slot its number, which no later store gets
 * @param host the name of its host, for messages and for people
 * @param port where it listens for other stores; 0 where stores meet without sockets
 */
public record Member(int slot, String host, int port) {

  @Override
  public String toString() {
    return port == 0 ? "store %d".formatted(slot) : "store %d (%s:%d)".formatted(slot, host, port);
  }
}
