package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import io.starling.objects.directory.Outbox;
import io.starling.objects.directory.ReduceDesk;
import io.starling.objects.directory.Reducers;
import io.starling.objects.operation.Fetches;
import io.starling.objects.operation.Puts;
import io.starling.objects.operation.Questions;
import io.starling.objects.operation.Tools;
import io.starling.objects.protocol.DirectoryRecord.ReduceRequest;
import io.starling.objects.protocol.DirectoryRecord.ReduceResult;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.ReduceMessage;
import io.starling.objects.protocol.ReduceMessage.Assign;
import io.starling.objects.protocol.ReduceMessage.Dismiss;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.LinkEstimate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The reduces that a store coordinates, and its nodes in those of all stores. */
public final class Reductions implements Reducers {

  private final NodeTools nodeTools;
  private final CoordinatorTools tools;
  private final Map<ObjectId, Copy> accumulators = new HashMap<>();
  private final Map<ObjectId, ReduceRun> runs = new HashMap<>();
  private final Map<ObjectId, Map<Integer, ReduceNode>> nodes = new HashMap<>();

  /**
   * @param self the slot of the store
   * @param view the view that the store is in
   */
  public Reductions(
      int self,
      Tools operations,
      Fetches fetches,
      Puts puts,
      Questions questions,
      ReduceDesk desk,
      Outbox outbox,
      Supplier<View> view,
      Supplier<LinkEstimate> links) {
    CopyTable copies = operations.copies();
    nodeTools =
        new NodeTools(
            self,
            operations,
            fetches,
            puts,
            outbox,
            accumulators,
            id -> accumulators.getOrDefault(id, copies.of(id)),
            slot -> view.get().contains(slot));
    tools = new CoordinatorTools(nodeTools, questions, desk, view, links);
  }

  /** What a node has reduced, or null. */
  public Copy accumulator(ObjectId id) {
    return accumulators.get(id);
  }

  /** The accumulators of this store. */
  public List<Copy> accumulators() {
    return List.copyOf(accumulators.values());
  }

  /** The store has entered a view, and its directory entries do not stand yet. */
  public void enter() {
    List.copyOf(runs.values()).forEach(ReduceRun::onView);
  }

  @Override
  public void begin(ReduceRequest request) {
    ObjectId id = request.id();
    if (runs.containsKey(id)) {
      return;
    }
    tellAll(new Dismiss(id, Dismiss.ALL, tools.firstEpoch(request.attempt())));
    ReduceRun run = new ReduceRun(request, tools);
    runs.put(id, run);
    run.start();
  }

  @Override
  public void retire(ObjectId reduce) {
    ReduceRun run = runs.remove(reduce);
    if (run != null) {
      run.close();
    }
  }

  @Override
  public void decided(ReduceResult result) {
    if (tools.view().get().contains(result.root())) {
      nodeTools.outbox().send(result.root(), new ReduceMessage.Commit(result.id(), result.epoch()));
    }
    tellAll(new Dismiss(result.id(), Dismiss.ALL, Long.MAX_VALUE));
  }

  /** A message of a coordinator or a node. */
  public void onMessage(int from, ReduceMessage message) {
    switch (message) {
      case Assign assign -> onAssign(from, assign);
      case Dismiss dismiss -> onDismiss(dismiss);
      case ReduceMessage.Commit commit ->
          nodesOf(commit.reduce()).stream()
              .filter(node -> node.isRoot() && node.epoch() == commit.epoch())
              .forEach(ReduceNode::commit);
      default -> {
        ReduceRun run = runs.get(message.reduce());
        if (run != null) {
          run.onMessage(message);
        }
      }
    }
  }

  private void onAssign(int from, Assign assign) {
    Map<Integer, ReduceNode> positions =
        nodes.computeIfAbsent(assign.reduce(), first -> new HashMap<>());
    ReduceNode known = positions.get(assign.position());
    if (known != null && known.epoch() >= assign.epoch()) {
      if (known.epoch() == assign.epoch()) {
        known.update(assign);
      }
      return;
    }
    if (known != null) {
      known.close();
    }
    ReduceNode node =
        new ReduceNode(assign, from, Folds.of(assign.operator(), assign.type()), nodeTools);
    positions.put(assign.position(), node);
    node.start();
  }

  private void onDismiss(Dismiss dismiss) {
    Map<Integer, ReduceNode> positions = nodes.getOrDefault(dismiss.reduce(), new HashMap<>());
    for (int position : List.copyOf(positions.keySet())) {
      boolean meant = dismiss.position() == Dismiss.ALL || dismiss.position() == position;
      if (meant && positions.get(position).epoch() < dismiss.before()) {
        positions.remove(position).close();
      }
    }
    if (positions.isEmpty()) {
      nodes.remove(dismiss.reduce());
    }
  }

  private List<ReduceNode> nodesOf(ObjectId reduce) {
    return List.copyOf(nodes.getOrDefault(reduce, Map.of()).values());
  }

  private void tellAll(ReduceMessage message) {
    for (Member member : tools.view().get().members()) {
      nodeTools.outbox().send(member.slot(), message);
    }
  }
}
