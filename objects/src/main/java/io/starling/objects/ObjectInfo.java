package io.starling.objects;

import io.starling.runtime.Datatype;
import java.time.Duration;
import java.util.List;

/**
 * What the directory knows of an object.
 *
 * @param id the object
 * @param type the datatype of its elements; INT8 for a serialised Java object
 * @param size its bytes
 * @param complete whether a store has all bytes
 * @param small whether the directory itself keeps the value, which is below 64 KB
 * @param age since the directory entry was made, or made anew on another store
 * @param places its copies
 */
public record ObjectInfo(
    ObjectId id,
    Datatype type,
    long size,
    boolean complete,
    boolean small,
    Duration age,
    List<Place> places) {

  /** Copies the list. */
  public ObjectInfo {
    places = List.copyOf(places);
  }

  /**
   * A copy.
   *
   * @param store the slot of the store that has it
   * @param complete whether it has all bytes
   * @param original whether it stays until the object is deleted
   * @param readers how many stores fetch from it
   */
  public record Place(int store, boolean complete, boolean original, int readers) {}
}
