package io.starling.gpu;

import jcuda.NativePointerObject;

/** Reads the native handle of one of JCuda's objects, for foreign calls. */
final class NativeHandle extends NativePointerObject {

  private NativeHandle(NativePointerObject object) {
    super(object);
  }

  /** The handle or the address that the object wraps. */
  static long of(NativePointerObject object) {
    return new NativeHandle(object).getNativePointer();
  }
}
