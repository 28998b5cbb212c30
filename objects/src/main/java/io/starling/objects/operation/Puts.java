package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.runtime.StarlingException;
import java.util.HashMap;
import java.util.Map;

/** The puts of a store that are under way; at most a large and a small one of each object. */
public final class Puts {

  private final Tools tools;
  private final Map<ObjectId, Put> large = new HashMap<>();
  private final Map<ObjectId, SmallPut> small = new HashMap<>();

  public Puts(Tools tools) {
    this.tools = tools;
  }

  /** The put of an object that the program writes bit by bit; null if one is under way here. */
  public Put create(ObjectId id, ObjectType type, long size, PutListener listener) {
    return create(id, type, size, false, listener);
  }

  /** The put of the result of a reduce; null if another put is under way here. */
  public Put createResult(ObjectId id, ObjectType type, long size, PutListener listener) {
    return create(id, type, size, true, listener);
  }

  private Put create(
      ObjectId id, ObjectType type, long size, boolean reduced, PutListener listener) {
    if (large.containsKey(id)) {
      listener.onDone(false);
      return null;
    }
    ToPrimary.Publish question =
        new ToPrimary.Publish(id, type, size, tools.stamps().next(), reduced);
    Put put = new Put(question, listener, tools, over -> large.remove(id, over));
    large.put(id, put);
    put.start();
    return put;
  }

  public void putValue(ObjectId id, ObjectType type, byte[] value, PutListener listener) {
    if (small.containsKey(id)) {
      listener.onDone(false);
      return;
    }
    long stamp = tools.stamps().next();
    small.put(id, new SmallPut(id, stamp, listener));
    tools.requests().ask(new ToPrimary.PutValue(id, type, stamp, value));
  }

  /** The large put that the directory means, or null. */
  public Put of(ObjectId id, long stamp) {
    Put put = large.get(id);
    return put != null && put.stamp() == stamp ? put : null;
  }

  /** The copy of a put that the directory has not answered yet, or null. */
  public Copy proposed(ObjectId id) {
    Put put = large.get(id);
    return put == null ? null : put.proposed();
  }

  public void onExists(ObjectId id, long stamp) {
    Put put = of(id, stamp);
    if (put != null) {
      put.onExists();
    }
    onSmallAnswer(id, stamp, false);
  }

  /** The directory has answered a small put. */
  public void onSmallAnswer(ObjectId id, long stamp, boolean created) {
    SmallPut put = small.get(id);
    if (put != null && put.stamp() == stamp) {
      endSmall(id);
      put.onAnswer(created);
    }
  }

  /** There is no such object any more. */
  public void onGone(ObjectId id, StarlingException reason) {
    Put put = large.get(id);
    if (put != null) {
      put.onGone(reason);
    }
    SmallPut value = endSmall(id);
    if (value != null) {
      value.onGone(reason);
    }
  }

  private SmallPut endSmall(ObjectId id) {
    tools.requests().close(id, ToPrimary.PutValue.class);
    return small.remove(id);
  }
}
