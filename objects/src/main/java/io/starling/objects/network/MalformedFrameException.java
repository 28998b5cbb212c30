package io.starling.objects.network;

import java.io.IOException;

/** What a peer sent is no frame of this protocol. Its text completes "store 3 ...". */
final class MalformedFrameException extends IOException {

  private static final long serialVersionUID = 1L;

  MalformedFrameException(String what) {
    super(what);
  }
}
