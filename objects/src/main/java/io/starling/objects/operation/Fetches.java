package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ToPrimary;
import io.starling.runtime.StarlingException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The gets of a store, and the fetches that bring them what they want: one for each object. */
public final class Fetches {

  private final Tools tools;
  private final Consumer<Runnable> later;
  private final Map<ObjectId, Fetch> fetches = new HashMap<>();

  /**
   * @param later runs an action after the event that is under way
   */
  public Fetches(Tools tools, Consumer<Runnable> later) {
    this.tools = tools;
    this.later = later;
  }

  public Get get(ObjectId id, GetListener listener) {
    Get get = new Get(id, listener, lost -> later.accept(() -> route(lost)));
    route(get);
    return get;
  }

  public void close(Get get) {
    if (get.isOver()) {
      return;
    }
    get.close();
    Fetch fetch = fetches.get(get.id());
    if (fetch != null) {
      fetch.leave(get);
    } else if (get.copy() != null) {
      tools.copies().use(get.copy());
    }
  }

  public void onGranted(FromPrimary.Granted grant) {
    Fetch fetch = fetches.get(grant.id());
    if (fetch == null) {
      tools.requests().tell(new ToPrimary.Abandoned(grant.id()));
    } else {
      fetch.onGranted(grant);
    }
  }

  public void onValue(FromPrimary.Value value) {
    Fetch fetch = fetches.get(value.id());
    if (fetch != null) {
      fetch.onValue(value.type(), value.value());
    }
  }

  /** There is no such object any more. */
  public void onGone(ObjectId id, StarlingException reason) {
    Fetch fetch = fetches.get(id);
    if (fetch != null) {
      fetch.onGone(reason);
    }
  }

  /** A local put is the object: its gets read that copy instead. */
  public void replace(ObjectId id) {
    Fetch fetch = fetches.get(id);
    if (fetch != null) {
      fetch.replace().forEach(get -> later.accept(() -> route(get)));
    }
  }

  /** Whether an object is fetched, and no source is known yet. */
  public boolean isLocating(ObjectId id) {
    Fetch fetch = fetches.get(id);
    return fetch != null && fetch.isLocating();
  }

  private void route(Get get) {
    if (get.isOver()) {
      return;
    }
    Copy copy = tools.copies().of(get.id());
    if (copy != null) {
      get.read(copy);
      tools.copies().use(copy);
      return;
    }
    Fetch fetch = fetches.get(get.id());
    if (fetch == null) {
      Fetch started = new Fetch(get.id(), tools, later, () -> fetches.remove(get.id()));
      fetches.put(get.id(), started);
      started.join(get);
      started.start();
    } else {
      fetch.join(get);
    }
  }
}
