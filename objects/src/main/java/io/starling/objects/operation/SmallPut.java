package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.runtime.StarlingException;

/** The put of a value that the directory keeps. */
record SmallPut(ObjectId id, long stamp, PutListener listener) {

  void onAnswer(boolean created) {
    listener.onDone(created);
  }

  void onGone(StarlingException reason) {
    listener.onFailed(reason);
  }
}
