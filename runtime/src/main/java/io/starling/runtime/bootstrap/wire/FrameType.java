package io.starling.runtime.bootstrap.wire;

import java.io.IOException;

/**
 * The kinds of messages between stores, ranks and agents; the wire carries the ordinal. The
 * documentation of the package explains number, name and value of each.
 */
public enum FrameType {
  CHALLENGE,
  HELLO,
  WELCOME,
  REFUSED,
  PUT,
  GET,
  VALUE,
  FORGET,
  FENCE,
  FENCE_PASSED,
  FENCE_BROKEN,
  EXCHANGE,
  TABLE,
  EXCHANGED,
  EXCHANGE_BROKEN,
  AGREE,
  AGREED,
  MISSING,
  ABORT,
  REVOKE,
  REVOKED,
  FAILED,
  LEFT,
  REPORT,
  REPORTING,
  REPORTED,
  AGENT_JOINED,
  AGENT_LOST,
  SERVES,
  TELL,
  BEAT,
  SPAWN;

  private static final FrameType[] ALL = values();

  int code() {
    return ordinal();
  }

  static FrameType of(int code) throws IOException {
    if (code < 0 || code >= ALL.length) {
      throw new IOException("unknown kind of message " + code);
    }
    return ALL[code];
  }
}
