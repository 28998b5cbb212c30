package io.starling.runtime.bootstrap;

import java.io.IOException;

/** The kinds of message between the launcher's store and the ranks. */
enum FrameType {
  /** A client's first: number is its rank, name its {@link Role}, value its proof. */
  HELLO,
  WELCOME,
  /** Name is the reason. */
  REFUSED,
  PUT,
  /** Number identifies the request. */
  GET,
  VALUE,
  FENCE,
  FENCE_PASSED,
  /** Number is the rank that left without entering. */
  FENCE_BROKEN,
  /** Number identifies the request. */
  REPORT,
  REPORTED;

  private static final FrameType[] TYPES = values();

  static FrameType of(int code) throws IOException {
    if (code < 0 || code >= TYPES.length) {
      throw new IOException("unknown kind of message " + code);
    }
    return TYPES[code];
  }
}
