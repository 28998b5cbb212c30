package io.starling.objects.network;

import java.io.IOException;

/** A peer could not prove itself, or does not fit. Its text completes "store 3 ...". */
final class HandshakeException extends IOException {

  private static final long serialVersionUID = 1L;

  HandshakeException(String what) {
    super(what);
  }
}
