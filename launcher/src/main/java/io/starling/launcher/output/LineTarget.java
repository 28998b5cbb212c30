package io.starling.launcher.output;

/** Where the lines of one stream of one rank go, one call at a time. */
@FunctionalInterface
public interface LineTarget {

  /** Takes bytes that stay together; the array is the caller's again afterwards. */
  void write(byte[] bytes, int offset, int length);
}
