package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary.Seen;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ReduceIds;
import io.starling.objects.protocol.ReduceMessage;
import io.starling.objects.protocol.ReduceMessage.Assign;
import io.starling.objects.protocol.ReduceMessage.Child;
import io.starling.objects.protocol.ReduceMessage.Dismiss;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.transfer.LinkEstimate;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Gives the sources of a reduce their places in order of arrival (Hoplite, section 4.3).
 *
 * <pre>
 * seen ---> ready ---> a position of the tree ---> Assign to the store that has the source
 *             ^               |
 *             '--- its store is dead, and its parent did not have all of it
 * </pre>
 *
 * <p>Invariant: when the root says that the epoch it has now is done, the result has the source of
 * each position once. An input that is replaced gives all nodes above it new epochs, so they begin
 * anew; all others go on.
 */
final class Coordinator {

  /** What a coordinator does elsewhere. */
  interface Effects {

    void send(int slot, ReduceMessage message);

    LinkEstimate links();

    /** The reduce is over: these are the members. */
    void done(List<ObjectId> members, int root, long epoch);

    /** There will be no result. */
    void failed(String reason);
  }

  private final ToPrimary.Reduce reduce;
  private final Effects effects;
  private final IntPredicate isAlive;
  private final Sources sources = new Sources();
  private long nextEpoch;
  private ObjectType type;
  private long size;
  private ReduceTree tree;
  private Places places = new Places(0);
  private boolean over;

  /**
   * @param firstEpoch larger than each epoch that an earlier coordinator of this reduce gave
   * @param isAlive whether a store is a member of the view
   */
  Coordinator(ToPrimary.Reduce reduce, long firstEpoch, IntPredicate isAlive, Effects effects) {
    this.reduce = reduce;
    this.nextEpoch = firstEpoch;
    this.isAlive = isAlive;
    this.effects = effects;
  }

  /** A source is there, at least in part. */
  void onSeen(Seen source) {
    if (over || sources.isGone(source.id())) {
      return;
    }
    if (tree == null) {
      type = source.type();
      size = source.size();
      tree = ReduceTree.fastest(reduce.count(), size, effects.links());
      places = new Places(reduce.count());
    } else if (size != source.size() || type != source.type()) {
      fail(
          "source %s has %d bytes of %s, others have %d of %s"
              .formatted(source.id(), source.size(), source.type(), size, type));
      return;
    }
    sources.arrive(source, places.has(source.id()));
    fill();
  }

  /** The writer of a source gave up, so no node can have all of it; another may write it. */
  void onUnseen(ObjectId source) {
    sources.forget(source);
    for (int i = 0; !over && i < places.size(); i++) {
      Position position = places.at(i);
      if (position.hasNode() && !position.isDrained() && source.equals(position.source())) {
        release(i);
      }
    }
    fill();
  }

  /** A source can't be had. */
  void onGone(ObjectId source) {
    sources.lose(source);
    failIfTooFew();
  }

  /** A source that was deleted counts as long as a node has it. */
  private void failIfTooFew() {
    if (over || sources.gone() == 0) {
      return;
    }
    int lost = sources.gone() - places.nodes(sources::isGone);
    if (reduce.sources().size() - lost < reduce.count()) {
      fail(reduce.tooFew(lost));
    }
  }

  /** Stores are no members any more. */
  void onView() {
    sources.keepIf(isAlive);
    for (int i = 0; i < places.size(); i++) {
      loseIfDead(i);
    }
    fill();
  }

  void onMessage(ReduceMessage message) {
    if (over || tree == null) {
      return;
    }
    switch (message) {
      case ReduceMessage.Drained drained when isCurrent(drained.position(), drained.epoch()) ->
          places.at(drained.child()).drain();
      case ReduceMessage.ChildLost lost when isCurrent(lost.position(), lost.epoch()) ->
          onChildLost(lost.child());
      case ReduceMessage.Failed failed when isCurrent(failed.position(), failed.epoch()) ->
          onFailed(failed);
      case ReduceMessage.Done done when isCurrent(0, done.epoch()) -> onDone(done.epoch());
      default -> {}
    }
  }

  private boolean isCurrent(int position, long epoch) {
    return places.hasNode(position) && places.at(position).epoch() == epoch;
  }

  /** The parent needs all of the child again, which may be a source that is gone. */
  private void onChildLost(int child) {
    Position position = places.at(child);
    position.undrain();
    loseIfDead(child);
    if (position.hasNode() && tree.isLeaf(child) && sources.isGone(position.source())) {
      release(child);
    }
    fill();
  }

  private void onFailed(ReduceMessage.Failed failed) {
    if (!failed.gone()) {
      fail(failed.reason());
      return;
    }
    release(failed.position());
    onGone(places.at(failed.position()).source());
    fill();
  }

  /** A node is alive, and can't have its source. */
  private void release(int i) {
    Position position = places.at(i);
    effects.send(position.store(), new Dismiss(reduce.id(), i, position.epoch() + 1));
    position.lose();
  }

  private void onDone(long epoch) {
    over = true;
    List<ObjectId> members = places.sources();
    effects.done(members, places.at(0).store(), epoch);
  }

  private void fail(String reason) {
    over = true;
    effects.failed(reason);
  }

  private void loseIfDead(int i) {
    Position position = places.at(i);
    if (position.hasNode() && !position.isDrained() && !isAlive.test(position.store())) {
      position.lose();
    }
  }

  /**
   * Free positions are taken in order; those that nodes wait for already come first in that order.
   * The root is kept for a source of the store that asks: else what reaches the root and what
   * leaves it for that store would share that store's link.
   */
  private void fill() {
    int i = 0;
    while (!over && i < places.size() && (sources.areReady() || places.isOneLost())) {
      int position = tree.positionOfArrival(i);
      ObjectId source = places.isFree(position) ? sourceFor(position) : null;
      if (source == null) {
        i++;
      } else {
        take(position, source);
        i = 0; // A node that begins anew may need a child that is gone.
      }
    }
    failIfTooFew();
  }

  /**
   * The source that was there before, if another store has it; else the first that may go there.
   */
  private ObjectId sourceFor(int i) {
    ObjectId before = places.at(i).source();
    if (before != null && sources.isThere(before)) {
      return before;
    }
    ObjectId askers =
        places.isFree(0) ? sources.first(source -> sources.holder(source) == reduce.asker()) : null;
    if (i == 0 && askers != null) {
      return askers;
    }
    return i == 0 && !places.isOneFree() ? null : sources.first(source -> !source.equals(askers));
  }

  private void take(int i, ObjectId source) {
    Position position = places.at(i);
    ObjectId replaced = position.source();
    sources.take(source);
    position.take(source, sources.holder(source));
    renew(i);
    int parent = tree.parent(i);
    if (replaced != null) {
      renewUpwards(parent);
      // Only now no node has it, so it may come in again elsewhere.
      if (!replaced.equals(source)) {
        sources.release(replaced);
      }
    } else if (parent >= 0 && places.hasNode(parent)) {
      assign(parent);
    }
  }

  /**
   * An input of these nodes is another one now. What a lost node has does not count any more
   * either.
   */
  private void renewUpwards(int from) {
    for (int i = from; i >= 0 && places.at(i).source() != null; i = tree.parent(i)) {
      renew(i);
    }
  }

  /** A node begins anew: what it had of its children is needed again, and may be gone. */
  private void renew(int i) {
    places.at(i).renew(nextEpoch++);
    tree.children(i)
        .forEach(
            child -> {
              places.at(child).undrain();
              loseIfDead(child);
            });
    if (places.hasNode(i)) {
      assign(i);
    }
  }

  private void assign(int i) {
    Position position = places.at(i);
    List<Child> children =
        tree.children(i)
            .filter(child -> places.hasNode(child))
            .mapToObj(child -> new Child(child, places.at(child).store(), input(child)))
            .toList();
    effects.send(
        position.store(),
        new Assign(
            reduce.id(),
            position.epoch(),
            i,
            i == 0,
            reduce.target(),
            position.source(),
            type,
            size,
            reduce.operator(),
            children,
            (int) tree.children(i).count()));
  }

  /** What the parent of a position reads. */
  private ObjectId input(int i) {
    return tree.isLeaf(i)
        ? places.at(i).source()
        : ReduceIds.accumulator(reduce.id(), places.at(i).epoch());
  }
}
