package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.directory.Directory;
import io.starling.objects.operation.QuestionListener;
import io.starling.objects.protocol.DirectoryRecord.ReduceRequest;
import io.starling.objects.protocol.DirectoryRecord.ReduceResult;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.FromPrimary.Seen;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ReduceMessage;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.LinkEstimate;
import io.starling.runtime.reduction.Fold;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A reduce at the store that coordinates it: watches the sources; the first one that comes says
 * whether they are folded here or in a tree of nodes.
 */
final class ReduceRun implements Coordinator.Effects, SmallReduce.Listener {

  private static final byte[] NO_VALUE = {};

  private final ReduceRequest request;
  private final ToPrimary.Reduce reduce;
  private final CoordinatorTools tools;
  private final QuestionListener watcher = this::onAnswer;
  private final Set<ObjectId> gone = new HashSet<>();
  private Coordinator tree;
  private SmallReduce small;
  private ObjectType type = ObjectType.BYTES;
  private boolean over;

  ReduceRun(ReduceRequest request, CoordinatorTools tools) {
    this.request = request;
    this.reduce = request.reduce();
    this.tools = tools;
  }

  void start() {
    reduce.sources().forEach(source -> tools.questions().watch(source, watcher));
  }

  void onView() {
    if (tree != null) {
      tree.onView();
    }
  }

  void onMessage(ReduceMessage message) {
    if (tree != null && !over) {
      tree.onMessage(message);
    }
  }

  void close() {
    over = true;
    reduce.sources().forEach(source -> tools.questions().unwatch(source, watcher));
    if (small != null) {
      small.close();
    }
  }

  @Override
  public void send(int slot, ReduceMessage message) {
    tools.nodes().outbox().send(slot, message);
  }

  @Override
  public LinkEstimate links() {
    return tools.links().get();
  }

  @Override
  public void done(List<ObjectId> members, int root, long epoch) {
    decide(new ReduceResult(request, members, "", root, epoch, type, NO_VALUE));
  }

  @Override
  public void done(List<ObjectId> members, byte[] value) {
    decide(new ReduceResult(request, members, "", View.NO_STORE, 0, type, value));
  }

  @Override
  public void failed(String reason) {
    decide(ReduceResult.failed(request, reason));
  }

  @Override
  public void gone(ObjectId source) {
    onGone(source);
  }

  private void decide(ReduceResult result) {
    if (!over) {
      over = true;
      tools.desk().decide(result);
    }
  }

  private void onAnswer(FromPrimary answer) {
    if (over) {
      return;
    }
    switch (answer) {
      case Seen source -> onSeen(source);
      case FromPrimary.Unseen unseen -> {
        if (tree != null) {
          tree.onUnseen(unseen.id());
        }
      }
      case FromPrimary.Gone gone -> onGone(gone.id());
      default -> throw new AssertionError("a watch does not hear " + answer);
    }
  }

  private void onSeen(Seen source) {
    if (tree == null && small == null) {
      begin(source);
    }
    if (small != null) {
      small.onSeen(source.id());
    } else if (tree != null) {
      tree.onSeen(source);
    }
  }

  private void begin(Seen first) {
    type = first.type();
    Fold fold;
    try {
      fold = Folds.of(reduce.operator(), type);
    } catch (IllegalArgumentException e) {
      failed(e.getMessage());
      return;
    }
    if (first.size() < Directory.SMALL) {
      int size = Math.toIntExact(first.size());
      small = new SmallReduce(reduce, type, size, fold, tools.nodes().fetches(), this);
    } else {
      tree =
          new Coordinator(
              reduce, tools.firstEpoch(request.attempt()), tools.nodes().isMember(), this);
      gone.forEach(tree::onGone);
    }
  }

  private void onGone(ObjectId source) {
    if (small != null && small.has(source)) {
      return;
    }
    gone.add(source);
    if (tree != null) {
      tree.onGone(source);
    } else if (reduce.sources().size() - gone.size() < reduce.count()) {
      failed(reduce.tooFew(gone.size()));
    }
  }
}
