package io.starling.objects.door;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.store.Store;
import io.starling.runtime.StarlingException;

/**
 * A get of a program, which reads the copy in place until it closes the get.
 *
 * <p>Invariant: bytes that the program has heard of stay what they are as long as the number of the
 * content stays the same.
 */
final class SessionGet implements GetListener, Session.Open {

  private final long call;
  private final ObjectId id;
  private final boolean streaming;
  private final Session session;
  private Store store;
  private Get get;
  private Copy copy;
  private long watermark;
  private long content;

  /** Whether the copy has been complete: a deletion that follows takes nothing from this get. */
  private boolean whole;

  /** Whether the program has heard that. */
  private boolean complete;

  SessionGet(long call, ObjectId id, boolean streaming, Session session) {
    this.call = call;
    this.id = id;
    this.streaming = streaming;
    this.session = session;
  }

  void start(Store owner) {
    store = owner;
    get = owner.get(id, this);
  }

  @Override
  public void onValue(ObjectType type, byte[] value) {
    session.end(call, this);
    session.send(new ToClient.Value(call, type, value));
  }

  @Override
  public void onProgress(Copy progressing) {
    if (complete) {
      return;
    }
    if (progressing != copy || progressing.watermark() < watermark) {
      content++;
    }
    copy = progressing;
    watermark = copy.watermark();
    whole = copy.isComplete();
    if (streaming || whole) {
      session.tell(this);
    }
  }

  @Override
  public void onFailed(StarlingException reason) {
    session.forget(this);
    session.end(call, this);
    session.fail(call, id, reason);
  }

  /** Says what is there. */
  void report() {
    complete = whole;
    session.send(
        new ToClient.Progress(
            call, copy.type(), copy.size(), copy.offset(), watermark, content, complete));
  }

  @Override
  public void close() {
    session.forget(this);
    store.close(get);
  }
}
