package io.starling.objects.door;

/** The way back to a program: a socket, or a call within the process. */
interface Line {

  /** Takes a message to the program. It does not wait, and does not call back. */
  void send(ToClient message);

  /** Runs {@link Session#flush} in this turn of the thread, or in the next one. */
  void flushSoon();
}
