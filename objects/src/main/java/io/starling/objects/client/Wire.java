package io.starling.objects.client;

import io.starling.objects.door.ToStore;
import java.util.concurrent.Future;

/** The way to the store. Any thread may use it. */
interface Wire {

  /** Sends a message; after the end of the connection this does nothing. */
  void send(ToStore message);

  /**
   * Does what it can for an answer to come soon; returns at once where others do all, and not after
   * the time.
   */
  void await(Future<?> answer, long nanoseconds);

  /** A call is open that no thread awaits by {@link #await}. */
  void letOthersRead();

  /** Ends the connection. */
  void close();
}
