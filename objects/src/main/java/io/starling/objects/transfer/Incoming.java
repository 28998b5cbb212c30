package io.starling.objects.transfer;

/** Takes what a stream brings. */
public interface Incoming {

  /** The next bytes of the lane have been written to the memory of the copy. */
  void onBytes(long length);

  /** What follows is the content with this stamp, from its first byte. */
  void onRestart(long stamp);

  /** The source is complete, and has sent all bytes of the lane; the stream is over. */
  void onEnd();

  /** The source is lost, or has no copy any more; the stream is over. */
  void onLost();
}
