package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Absence;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ReduceMessage;
import io.starling.objects.protocol.ReduceMessage.Assign;
import io.starling.objects.protocol.ReduceMessage.Child;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Bytes;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A node of a reduce, at the store that has its source (Hoplite, section 4.3).
 *
 * <pre>
 *   own source     ==============-----   watermark
 *   first child    =========----------   fetched into the accumulator's memory, folded in place
 *   other children ===========--------
 *   accumulator    =========             what all of them have, folded; the parent reads it already
 * </pre>
 *
 * <p>Invariant: the accumulator has the fold of exactly these inputs below its watermark. An input
 * that begins anew makes the accumulator begin anew, and so on up to the root. A leaf has no
 * accumulator: its parent reads the source.
 */
final class ReduceNode implements GetListener, ReduceInput.Listener {

  private final NodeTools tools;
  private final int coordinator;
  private final Fold fold;
  private final List<ReduceInput> inputs = new ArrayList<>();
  private final List<Copy> staging = new ArrayList<>();
  private Assign assign;
  private Accumulator accumulator;
  private Get get;
  private long ownStamp;

  /**
   * Whether the own source has been whole: a deletion that follows takes nothing from this node.
   */
  private boolean ownWhole;

  private NodeMemory memory;

  /** Whether some child's bytes come to where they are folded. */
  private boolean inPlace;

  /** Nothing is folded any more: the result is there, or can't be. */
  private boolean finished;

  private boolean closed;

  /**
   * @param coordinator the store that assigned the node
   * @param fold of operator and type
   */
  ReduceNode(Assign assign, int coordinator, Fold fold, NodeTools tools) {
    this.assign = assign;
    this.coordinator = coordinator;
    this.fold = fold;
    this.tools = tools;
  }

  long epoch() {
    return assign.epoch();
  }

  boolean isRoot() {
    return assign.root();
  }

  void start() {
    get = tools.fetches().get(assign.source(), this);
    if (!assign.root() && assign.expected() == 0) {
      return;
    }
    memory = new NodeMemory(assign, tools, this::onMemory, this::fail);
    memory.start();
    fold();
  }

  /** More children of the same epoch are known. */
  void update(Assign more) {
    assign = more;
    if (accumulator != null) {
      readChildren();
    }
  }

  /** The result counts. */
  void commit() {
    if (!closed && accumulator instanceof RootAccumulator root) {
      root.seal();
      close();
    }
  }

  void close() {
    closed = true;
    inputs.forEach(ReduceInput::close);
    tools.fetches().close(get);
    if (memory != null) {
      memory.close();
    }
  }

  @Override
  public void onProgress(Copy copy) {
    if (closed || finished) {
      return;
    }
    if (copy.size() != assign.size() || copy.type() != assign.type()) {
      failOnSource(copy.size(), copy.type());
    } else {
      ownWhole = copy.isComplete();
      fold();
    }
  }

  @Override
  public void onValue(ObjectType type, byte[] value) {
    failOnSource(value.length, type);
  }

  @Override
  public void onFailed(StarlingException reason) {
    finished = true;
    say(
        new ReduceMessage.Failed(
            assign.reduce(),
            assign.position(),
            assign.epoch(),
            Absence.is(reason),
            reason.getMessage()));
  }

  @Override
  public void onProgress() {
    fold();
  }

  @Override
  public void onRestart(ReduceInput input) {
    if (accumulator.copy().watermark() > 0) {
      restart();
    }
  }

  @Override
  public void onComplete(ReduceInput input) {
    say(
        new ReduceMessage.Drained(
            assign.reduce(), assign.position(), assign.epoch(), input.position()));
    fold();
  }

  @Override
  public void onLost(ReduceInput input) {
    say(
        new ReduceMessage.ChildLost(
            assign.reduce(), assign.position(), assign.epoch(), input.position()));
  }

  private void onMemory() {
    accumulator = memory.accumulator();
    staging.addAll(memory.staging());
    readChildren();
  }

  private void readChildren() {
    for (Child child : assign.children()) {
      if (inputs.stream().noneMatch(input -> input.position() == child.position())) {
        input(child).restart();
      }
    }
    fold();
  }

  /**
   * The first child that comes from another store is fetched to where it is folded, and folded
   * first.
   */
  private ReduceInput input(Child child) {
    if (child.store() == tools.self()) {
      ReduceInput input =
          new LocalInput(
              child, () -> tools.local().apply(child.input()), tools.operations().timers(), this);
      inputs.add(input);
      return input;
    }
    Copy into = inPlace ? staging.removeFirst() : accumulator.copy();
    ReduceInput input =
        new RemoteInput(
            child,
            () -> Copy.inPlace(child.input(), into),
            tools.operations(),
            tools.isMember(),
            this);
    inputs.add(inPlace ? inputs.size() : 0, input);
    inPlace = true;
    return input;
  }

  /** What was folded does not count; folding in place has destroyed what children had sent. */
  private void restart() {
    accumulator.restart();
    List.copyOf(inputs).forEach(ReduceInput::restart);
  }

  private void fold() {
    Copy own = get == null ? null : get.copy();
    if (closed || finished || accumulator == null || own == null) {
      return;
    }
    if (own.stamp() != ownStamp && accumulator.copy().watermark() > 0) {
      restart();
    }
    ownStamp = own.stamp();
    if (inputs.size() < assign.expected()) {
      return;
    }
    long from = accumulator.copy().watermark();
    long to = whole(there(own));
    if (to > from) {
      foldRange(own, from, to - from);
      accumulator.advance(to - from);
    }
    if (to == assign.size() && ownWhole && inputs.stream().allMatch(ReduceInput::isComplete)) {
      finish();
    }
  }

  /** The bytes that all inputs have. */
  private long there(Copy own) {
    long least = own.watermark();
    for (ReduceInput input : inputs) {
      least = Math.min(least, input.watermark());
    }
    return least;
  }

  private void finish() {
    finished = true;
    if (assign.root()) {
      say(new ReduceMessage.Done(assign.reduce(), assign.epoch()));
    } else {
      accumulator.copy().complete();
    }
  }

  private void foldRange(Copy own, long from, long bytes) {
    MemorySegment into = accumulator.copy().memory();
    if (into == null) {
      return;
    }
    if (inputs.isEmpty()) {
      Bytes.copy(own.memory(), from, into, from, bytes);
      return;
    }
    MemorySegment left = own.memory();
    for (ReduceInput input : inputs) {
      fold.fold(left, from, input.memory(), from, into, from, bytes);
      left = into;
    }
  }

  /** Whole elements of any type, but for the end. */
  private long whole(long bytes) {
    return bytes == assign.size() ? bytes : bytes / NodeMemory.ALIGNMENT * NodeMemory.ALIGNMENT;
  }

  private void failOnSource(long size, ObjectType type) {
    fail(
        "source %s has %d bytes of %s, others have %d of %s"
            .formatted(assign.source(), size, type, assign.size(), assign.type()));
  }

  private void fail(String reason) {
    finished = true;
    say(
        new ReduceMessage.Failed(
            assign.reduce(), assign.position(), assign.epoch(), false, reason));
  }

  private void say(ReduceMessage message) {
    tools.outbox().send(coordinator, message);
  }
}
