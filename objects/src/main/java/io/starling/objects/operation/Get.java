package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyReader;
import io.starling.objects.copy.Departure;
import java.util.function.Consumer;

/**
 * A local get: waits for a copy, then reads it as it grows. A complete copy stays readable until
 * the get is closed, whatever happens to the object.
 */
public final class Get implements CopyReader {

  private final ObjectId id;
  private final GetListener listener;
  private final Consumer<Get> route;
  private Copy copy;
  private boolean over;

  /**
   * @param route finds another copy, later
   */
  Get(ObjectId id, GetListener listener, Consumer<Get> route) {
    this.id = id;
    this.listener = listener;
    this.route = route;
  }

  public ObjectId id() {
    return id;
  }

  GetListener listener() {
    return listener;
  }

  boolean isOver() {
    return over;
  }

  /** The copy that it reads, or null. */
  public Copy copy() {
    return copy;
  }

  void read(Copy found) {
    copy = found;
    copy.add(this);
    listener.onProgress(copy);
  }

  /** Nothing comes any more; the copy may go. */
  void close() {
    over = true;
    if (copy != null) {
      copy.remove(this);
    }
  }

  @Override
  public void onProgress() {
    listener.onProgress(copy);
  }

  @Override
  public void onRestart() {
    listener.onProgress(copy);
  }

  @Override
  public void onGone(Departure departure, boolean complete) {
    if (complete) {
      return;
    }
    copy.remove(this);
    copy = null;
    switch (departure) {
      case Departure.Gone gone -> {
        over = true;
        listener.onFailed(gone.reason());
      }
      case Departure.Moved _ -> route.accept(this);
    }
  }
}
