package io.starling.objects.door;

import io.starling.objects.ObjectId;
import io.starling.objects.operation.Absence;
import io.starling.objects.operation.QuestionListener;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.store.Store;
import io.starling.runtime.StarlingException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A program waits for objects to be complete. */
final class SessionWatch implements QuestionListener, Session.Open {

  private final long call;
  private final Store store;
  private final Line line;
  private final List<ObjectId> ids;
  private final Set<ObjectId> awaited;

  SessionWatch(long call, List<ObjectId> ids, Store store, Line line) {
    this.call = call;
    this.store = store;
    this.line = line;
    this.ids = ids;
    this.awaited = new LinkedHashSet<>(ids);
  }

  void start() {
    List.copyOf(awaited).forEach(id -> store.watch(id, this));
  }

  @Override
  public void onAnswer(FromPrimary answer) {
    switch (answer) {
      case FromPrimary.Seen seen when seen.complete() && awaited.remove(seen.id()) ->
          line.send(new ToClient.Complete(call, seen.id()));
      case FromPrimary.Gone gone when awaited.remove(gone.id()) -> {
        StarlingException reason = Absence.of(gone.id(), gone.failure());
        line.send(new ToClient.Gone(call, Session.kind(reason), gone.id(), reason.getMessage()));
      }
      default -> {}
    }
  }

  @Override
  public void close() {
    awaited.clear();
    ids.forEach(id -> store.unwatch(id, this));
  }
}
