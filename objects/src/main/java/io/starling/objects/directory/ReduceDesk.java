package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.DirectoryRecord.ReduceRequest;
import io.starling.objects.protocol.DirectoryRecord.ReduceResult;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ReduceIds;
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
 *                                                                       target: the result, or gone
 * </pre>
 *
 * <p>Invariant: between request and result the target is nothing but what the reduce makes of it;
 * puts of it come too late.
 */
public final class ReduceDesk {

  /** The objects that reduces make; this store is their primary, too. */
  interface Targets {

    /** Why an object can't be made; empty if it can. */
    String obstacle(ObjectId id);

    /** Whether a large result died with the stores that had it. */
    boolean isLost(ReduceResult result);

    /** A reduce is decided: its target is a small value, is at the root, or will never be. */
    void settle(ReduceResult result);
  }

  private final Records records;
  private final Outbox outbox;
  private final Targets targets;
  private final Map<ObjectId, Set<Integer>> askers = new HashMap<>();
  private final Set<ObjectId> running = new HashSet<>();
  private Reducers reducers;

  ReduceDesk(Records records, Outbox outbox, Targets targets) {
    this.records = records;
    this.outbox = outbox;
    this.targets = targets;
  }

  /** Who runs the reduces; said once, before the first view. */
  public void use(Reducers users) {
    reducers = users;
  }

  /** A reduce is decided, unless it was before. */
  public void decide(ReduceResult result) {
    if (records.of(result.id()) instanceof ReduceRequest) {
      // The result comes first: a backup that had the target alone would reduce again.
      records.secure(result, () -> onDecided(result));
      targets.settle(result);
    }
  }

  /** Whether a reduce makes an object and is not decided. */
  boolean makes(ObjectId target) {
    return records.of(ReduceIds.of(target)) instanceof ReduceRequest;
  }

  /** A target was deleted. */
  void onDeleted(ObjectId target) {
    if (records.of(ReduceIds.of(target)) instanceof ReduceRequest request) {
      decide(ReduceResult.failed(request, targets.obstacle(target)));
    }
  }

  void on(int from, ToPrimary.Reduce question) {
    switch (records.of(question.id())) {
      case ReduceRequest same when same.reduce().asksTheSame(question) -> ask(from, question);
      case ReduceResult lost when lost.reduce().asksTheSame(question) && targets.isLost(lost) ->
          start(from, new ReduceRequest(question, lost.request().attempt() + 1));
      case ReduceResult same when same.reduce().asksTheSame(question) ->
          records.whenSecure(same.id(), () -> answer(from, same));
      case ReduceRequest other -> refuse(from, question, other.reduce().obstacle());
      case ReduceResult other -> refuse(from, question, other.reduce().obstacle());
      case null -> onNew(from, question);
      default -> throw new AssertionError("the id of a reduce is no object's");
    }
  }

  private void onNew(int from, ToPrimary.Reduce question) {
    String obstacle = targets.obstacle(question.target());
    if (obstacle.isEmpty()) {
      start(from, new ReduceRequest(question, 0));
    } else {
      refuse(from, question, obstacle);
    }
  }

  private void start(int from, ReduceRequest request) {
    ask(from, request.reduce());
    records.secure(request, () -> begin(request));
  }

  private void refuse(int to, ToPrimary.Reduce question, String obstacle) {
    outbox.send(to, new FromPrimary.Reduced(question.id(), List.of(), obstacle));
  }

  private void ask(int from, ToPrimary.Reduce question) {
    askers.computeIfAbsent(question.id(), first -> new LinkedHashSet<>()).add(from);
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
        case ReduceRequest request when records.of(request.reduce().target()) != null ->
            onDeleted(request.reduce().target());
        case ReduceRequest request -> begin(request);
        case ReduceResult result -> {
          targets.settle(result);
          onDecided(result);
        }
        default -> {}
      }
    }
  }

  private void begin(ReduceRequest request) {
    running.add(request.id());
    reducers.begin(request);
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
