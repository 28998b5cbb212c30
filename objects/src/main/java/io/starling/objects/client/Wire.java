package io.starling.objects.client;

import io.starling.objects.door.ToStore;

/** The way to the store. Any thread may use it. */
interface Wire {

  /** Sends a message; after the end of the connection this does nothing. */
  void send(ToStore message);

  /** Ends the connection. */
  void close();
}
