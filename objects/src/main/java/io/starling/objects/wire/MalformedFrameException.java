package io.starling.objects.wire;

import java.io.IOException;

/** What a peer sent is no frame of this protocol. Its text completes "store 3 ...". */
public final class MalformedFrameException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param what completes "store 3 ..."
   */
  public MalformedFrameException(String what) {
    super(what);
  }
}
