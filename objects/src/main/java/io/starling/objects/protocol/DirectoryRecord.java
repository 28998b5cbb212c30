package io.starling.objects.protocol;

import io.starling.objects.ObjectId;

/** What a directory has to remember itself, as no copy tells it again: kept by primary and backup. */
public sealed interface DirectoryRecord extends Message.OfObject {

  /** The value of a small object. */
  record SmallValue(ObjectId id, ObjectType type, long stamp, byte[] value)
      implements DirectoryRecord {}

  /** The object was deleted. */
  record Tombstone(ObjectId id) implements DirectoryRecord {}
}
