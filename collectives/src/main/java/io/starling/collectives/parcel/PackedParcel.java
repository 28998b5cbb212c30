package io.starling.collectives.parcel;

import io.starling.collectives.PackedObject;

/**
 * A parcel that is kept.
 *
 * @param parcel a writer that is not used again
 * @param owner whose numbers of tags it uses
 */
public record PackedParcel(ParcelWriter parcel, Object owner) implements PackedObject {

  @Override
  public long bytes() {
    long bytes = parcel.length();
    for (int i = 0; i < parcel.arrays(); i++) {
      bytes += parcel.array(i).byteSize();
    }
    return bytes;
  }
}
