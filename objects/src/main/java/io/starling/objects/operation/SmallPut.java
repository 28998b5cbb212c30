package io.starling.objects.operation;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;

/** The put of a value that the directory keeps. */
record SmallPut(ObjectId id, long stamp, PutListener listener) {

  void onAnswer(boolean created) {
    listener.onDone(created);
  }

  void onDeleted() {
    listener.onFailed(new ObjectDeletedException(id));
  }
}
