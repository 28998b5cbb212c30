package io.starling.objects.directory;

import io.starling.objects.protocol.Message;

/**
 * Takes messages to stores. A message to the own store arrives later too, never within the call.
 */
public interface Outbox {

  /** Sends a message, without waiting for anything. */
  void send(int slot, Message message);
}
