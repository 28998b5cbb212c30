package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.DirectoryRecord.ReduceRequest;
import io.starling.objects.protocol.DirectoryRecord.ReduceResult;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The reduces of which this store is the primary: their requests and results are records, so that
 * the backup goes on with them.
 *
 * <pre>
 * Reduce ---> request on the backup ---> Reducers.begin ... decide ---> result on the backup ---> Reduced
 * </pre>
 */
public final class ReduceDesk {

  private final Records records;
  private final Outbox outbox;
  private final Map<ObjectId, Set<Integer>> askers = new HashMap<>();
  private final Set<ObjectId> running = new HashSet<>();
  private Reducers reducers;

  ReduceDesk(Records records, Outbox outbox) {
    this.records = records;
    this.outbox = outbox;
  }

  /** Who runs the reduces; said once, before the first view. */
  public void use(Reducers users) {
    reducers = users;
  }

  /** A reduce is decided. */
  public void decide(ReduceResult result) {
    records.secure(result, () -> onDecided(result));
  }

  void on(int from, ToPrimary.Reduce question) {
    ObjectId id = question.id();
    if (records.of(id) instanceof ReduceResult result) {
      records.whenSecure(id, () -> answer(from, result));
      return;
    }
    askers.computeIfAbsent(id, first -> new LinkedHashSet<>()).add(from);
    if (records.of(id) == null) {
      records.secure(new ReduceRequest(question), () -> begin(question));
    }
  }

  /** A new view: who asks asks again, and another store may run a reduce from now on. */
  void enter(View view, int self) {
    askers.clear();
    List.copyOf(running).stream().filter(id -> view.primary(id) != self).forEach(this::retire);
  }

  /** All records of the view are here. */
  void beginView() {
    for (DirectoryRecord record : records.asPrimary()) {
      switch (record) {
        case ReduceRequest request -> begin(request.reduce());
        case ReduceResult result -> onDecided(result);
        default -> {}
      }
    }
  }

  private void begin(ToPrimary.Reduce reduce) {
    running.add(reduce.id());
    reducers.begin(reduce);
  }

  private void retire(ObjectId id) {
    running.remove(id);
    reducers.retire(id);
  }

  private void onDecided(ReduceResult result) {
    if (askers.containsKey(result.id())) {
      askers.remove(result.id()).forEach(slot -> answer(slot, result));
    }
    reducers.decided(result);
    retire(result.id());
  }

  private void answer(int slot, ReduceResult result) {
    outbox.send(slot, new FromPrimary.Reduced(result.id(), result.members(), result.failure()));
  }
}
