package io.starling.runtime.bootstrap;

import java.io.IOException;

/** The kinds of message between the launcher's store and the ranks. */
enum FrameType {
  /** A client's first: number is its rank, name its {@link Role}, value its proof. */
  HELLO(0),
  WELCOME(1),
  /** Name is the reason. */
  REFUSED(2),
  PUT(3),
  /** Number identifies the request. */
  GET(4),
  VALUE(5),
  FENCE(6),
  FENCE_PASSED(7),
  /** Number is the rank that left without entering. */
  FENCE_BROKEN(8),
  /** Number identifies the request. */
  REPORT(9),
  REPORTED(10);

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static FrameType of(int code) throws IOException {
    for (FrameType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new IOException("unknown kind of message " + code);
  }
}
