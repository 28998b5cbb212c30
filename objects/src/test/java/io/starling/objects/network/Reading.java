package io.starling.objects.network;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.StarlingException;
import java.lang.foreign.ValueLayout;

/** A get of a host. */
class Reading implements GetListener {
  Get get;
  volatile Copy copy;
  volatile byte[] value;
  volatile StarlingException failure;
  volatile boolean complete;
  volatile long firstByteAt;
  volatile long doneAt;

  @Override
  public void onValue(ObjectType type, byte[] bytes) {
    value = bytes;
    complete = true;
  }

  @Override
  public void onProgress(Copy progressing) {
    copy = progressing;
    if (firstByteAt == 0 && copy.watermark() > 0) {
      firstByteAt = System.nanoTime();
    }
    if (copy.isComplete() && !complete) {
      doneAt = System.nanoTime();
      complete = true;
    }
  }

  @Override
  public void onFailed(StarlingException reason) {
    failure = reason;
    complete = true;
  }

  byte[] bytes() {
    return value != null ? value : copy.memory().toArray(ValueLayout.JAVA_BYTE);
  }
}
