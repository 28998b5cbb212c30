package io.starling.objects.transfer;

/** Takes what a stream brings. */
public interface Incoming {

  /** The next bytes of the copy have been written to its memory. */
  void onBytes(long length);

  /** What follows is the content with this stamp, from its first byte. */
  void onRestart(long stamp);

  /** The copy is complete; the stream is over. */
  void onEnd();

  /** The source is lost, or has no copy any more; the stream is over. */
  void onLost();
}
