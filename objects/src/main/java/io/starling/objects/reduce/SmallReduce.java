package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Absence;
import io.starling.objects.operation.Fetches;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.runtime.StarlingException;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reduces objects that the directory keeps itself: the coordinator gets and folds them. */
final class SmallReduce {

  /** Hears the end. */
  interface Listener {

    void done(List<ObjectId> members, byte[] value);

    void failed(String reason);

    /** A source can't be had. */
    void gone(ObjectId source);
  }

  private final ToPrimary.Reduce reduce;
  private final ObjectType type;
  private final int size;
  private final Fold fold;
  private final Fetches fetches;
  private final Listener listener;
  private final List<ObjectId> members = new ArrayList<>();
  private final Map<ObjectId, Get> gets = new HashMap<>();
  private byte[] result;
  private boolean closed;

  SmallReduce(
      ToPrimary.Reduce reduce,
      ObjectType type,
      int size,
      Fold fold,
      Fetches fetches,
      Listener listener) {
    this.reduce = reduce;
    this.type = type;
    this.size = size;
    this.fold = fold;
    this.fetches = fetches;
    this.listener = listener;
  }

  /** A source is there. */
  void onSeen(ObjectId source) {
    if (!isOver() && !members.contains(source) && !gets.containsKey(source)) {
      Get get = fetches.get(source, new Reading(source));
      if (closed) {
        fetches.close(get); // The source was here, and the last one that was needed.
      } else {
        gets.put(source, get);
      }
    }
  }

  /** Whether a source is reduced, so that nothing is needed of it. */
  boolean has(ObjectId source) {
    return members.contains(source);
  }

  void close() {
    closed = true;
    gets.values().forEach(fetches::close);
  }

  private boolean isOver() {
    return members.size() == reduce.count();
  }

  private void take(ObjectId source, ObjectType sourceType, byte[] value) {
    if (isOver() || members.contains(source)) {
      return;
    }
    if (value.length != size || sourceType != type) {
      listener.failed(
          "source %s has %d bytes of %s, others have %d of %s"
              .formatted(source, value.length, sourceType, size, type));
      return;
    }
    members.add(source);
    if (result == null) {
      result = value.clone();
    } else {
      MemorySegment into = MemorySegment.ofArray(result);
      fold.fold(into, 0, MemorySegment.ofArray(value), 0, into, 0, size);
    }
    if (isOver()) {
      listener.done(members, result);
    }
  }

  private final class Reading implements GetListener {

    private final ObjectId source;

    private Reading(ObjectId source) {
      this.source = source;
    }

    @Override
    public void onValue(ObjectType valueType, byte[] value) {
      take(source, valueType, value);
    }

    @Override
    public void onProgress(Copy copy) {
      if (copy.isComplete()) {
        byte[] value =
            copy.memory() == null
                ? new byte[Math.toIntExact(copy.size())]
                : copy.memory().toArray(ValueLayout.JAVA_BYTE);
        take(source, copy.type(), value);
      }
    }

    @Override
    public void onFailed(StarlingException reason) {
      if (Absence.is(reason)) {
        listener.gone(source);
      } else {
        listener.failed(reason.getMessage());
      }
    }
  }
}
