package io.starling.objects.transfer;

import io.starling.objects.protocol.Message;

/**
 * The way from one store to the others: TCP, or links in virtual time. Messages between two stores
 * arrive once and in order as long as both live; bytes of a stream arrive in order with the
 * messages of that stream, until the connection breaks. No method calls back.
 */
public interface Network {

  /** Sends a message in a view. */
  void send(int slot, long view, Message message);

  /**
   * An outgoing stream to a store has something to send: the network calls {@link Streams#next}
   * when it has room for it, again and again until that gives null.
   */
  void ready(int slot);

  /** What the network knows of its links, from messages and transfers so far. */
  LinkEstimate links();
}
