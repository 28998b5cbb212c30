package io.starling.objects.door;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.objects.store.Store;
import io.starling.runtime.StarlingException;

/** A put of a program. */
final class SessionPut implements PutListener, Session.Open {

  private final long call;
  private final ObjectId id;
  private final long size;
  private final Session session;
  private Store store;
  private long written;
  private Put put;
  private boolean over;

  /** Whether the program may write, and has not sealed. */
  private boolean writing;

  /** Whether the program has heard that the put failed, though it may still write. */
  private boolean failed;

  SessionPut(long call, ObjectId id, long size, Session session) {
    this.call = call;
    this.id = id;
    this.size = size;
    this.session = session;
  }

  boolean isOver() {
    return over;
  }

  void use(Put begun, Store owner) {
    put = begun;
    store = owner;
  }

  void write(Store owner, long bytes) {
    if (bytes < 0 || bytes > size - written) {
      throw new IllegalArgumentException(
          "object %s has %d bytes; %d were written, and %d more can't be"
              .formatted(id, size, written, bytes));
    }
    if (!over) {
      written += bytes;
      owner.write(put, bytes);
    }
  }

  void seal(Store owner) {
    writing = false;
    if (failed) {
      session.end(call, this);
      close();
    } else if (!over) {
      owner.seal(put);
    }
  }

  /** Its memory may be used again when the program writes no more. */
  @Override
  public boolean giveUp() {
    failed = true;
    if (!writing) {
      close();
    }
    return over;
  }

  @Override
  public void onWritable(Copy copy) {
    writing = true;
    session.send(new ToClient.Writable(call, copy.offset()));
  }

  @Override
  public void onDone(boolean created) {
    over = true;
    session.end(call, this);
    session.send(new ToClient.Done(call, created));
  }

  @Override
  public void onFailed(StarlingException reason) {
    over = true;
    session.end(call, this);
    session.fail(call, id, reason);
  }

  @Override
  public void close() {
    if (!over) {
      over = true;
      store.abort(put);
    }
  }
}
