package io.starling.collectives;

import io.starling.collectives.parcel.PackedParcel;

/**
 * An object that was written once and is sent any number of times: {@code sendObject}, {@code
 * iSendObject} and the root of {@code broadcastObject} take it in place of the object, and the
 * receivers get the object. It says early whether an object can be sent, and later changes of the
 * object do not matter, except those of primitive arrays of 4 KiB or more: they travel from where
 * they are.
 *
 * <pre>{@code
 * PackedObject packed = world.packObject(model);
 * for (int peer = 1; peer < world.size(); peer++) {
 *   world.sendObject(packed, peer, 0);
 * }
 * }</pre>
 *
 * <p>It belongs to the rank that has made it. Any thread that may send may use it.
 */
public sealed interface PackedObject permits PackedParcel {

  /**
   * The length of its message, with all arrays.
   *
   * @return the length in bytes
   */
  long bytes();
}
