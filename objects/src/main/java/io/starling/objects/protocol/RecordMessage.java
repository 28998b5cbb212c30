package io.starling.objects.protocol;

import io.starling.objects.ObjectId;

/** Between the primary and the backup of a directory entry. */
public sealed interface RecordMessage extends Message {

  /** To the backup: keep this. Answer: {@link Kept}. */
  record Keep(DirectoryRecord record) implements RecordMessage {}

  /** To the primary: the record that it last asked to keep of this object is kept. */
  record Kept(ObjectId id) implements RecordMessage {}
}
