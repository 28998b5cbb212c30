package io.starling.objects.operation;

import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.StarlingException;

/** Hears how a get goes on. It takes notes and never calls the store within a call. */
public interface GetListener {

  /** The object is a small one; the get is over. */
  void onValue(ObjectType type, byte[] value);

  /**
   * The copy has more bytes, is complete, or begins anew with fewer bytes than before. Its memory
   * stays until the get is closed or another copy takes its place.
   */
  void onProgress(Copy copy);

  /** The object can't be had; the get is over. */
  void onFailed(StarlingException reason);
}
