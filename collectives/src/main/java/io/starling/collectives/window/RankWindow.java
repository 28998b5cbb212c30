package io.starling.collectives.window;

import io.starling.collectives.AttributeKey;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.collectives.Window;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** A window of one rank: all but its accesses. */
public final class RankWindow extends AccessCalls implements Window {

  private final Member member;
  private final WindowRanks ranks;
  private final Flavour flavour;
  private final WindowMemory memory;
  private final Target[] targets;
  private final Synchronization synchronization;

  private RankWindow(
      WindowRanks ranks, Flavour flavour, WindowMemory memory, Target[] targets, Parts parts) {
    super(
        ranks.member(),
        new Accesses(ranks.member(), parts.epochs, targets, parts.locks, parts.transfers));
    this.member = ranks.member();
    this.ranks = ranks;
    this.flavour = flavour;
    this.memory = memory;
    this.targets = targets;
    synchronization =
        new Synchronization(ranks, memory, targets, parts.epochs, parts.locks, parts.transfers);
  }

  /** What the accesses of a window and its synchronization share. */
  private record Parts(Epochs epochs, Locks locks, Transfers transfers) {}

  static RankWindow of(
      WindowRanks ranks,
      Flavour flavour,
      WindowMemory memory,
      Target[] targets,
      Transfers transfers) {
    Context context = ranks.member().context();
    Parts parts = new Parts(new Epochs(context), new Locks(context, transfers), transfers);
    return new RankWindow(ranks, flavour, memory, targets, parts);
  }

  @Override
  public int rank() {
    return member.context().rank();
  }

  @Override
  public int size() {
    return targets.length;
  }

  @Override
  public Group group() {
    return ranks.communicator().group();
  }

  @Override
  public String name() {
    return member.name();
  }

  @Override
  public void rename(String name) {
    member.arguments().present("name", name);
    member.rename(name);
  }

  @Override
  public Flavour flavour() {
    return flavour;
  }

  @Override
  public Hints hints() {
    return member.attributes().hints();
  }

  @Override
  public void setHints(Hints hints) {
    member.arguments().present("hints", hints);
    synchronization.checkOpen("setHints");
    member.attributes().add(hints);
  }

  @Override
  public <T> Optional<T> attribute(AttributeKey<T> key) {
    checkAttribute("attribute", key);
    return member.attributes().get(key);
  }

  @Override
  public <T> void setAttribute(AttributeKey<T> key, T value) {
    checkAttribute("setAttribute", key);
    member.arguments().present("value", value);
    member.attributes().set(ranks.origin(), key, value);
  }

  @Override
  public boolean deleteAttribute(AttributeKey<?> key) {
    checkAttribute("deleteAttribute", key);
    return member.attributes().delete(ranks.origin(), key);
  }

  private void checkAttribute(String call, AttributeKey<?> key) {
    member.arguments().present("key", key);
    synchronization.checkNotClosed(call);
  }

  @Override
  public MemorySegment memory() {
    return memory.own();
  }

  @Override
  public MemorySegment memory(int rank) {
    Target target = target(rank);
    synchronization.checkOpen("memory");
    if (target.part() == null || target.part().direct() == null) {
      throw new IllegalStateException(
          "rank %d: loads and stores do not reach the window's memory at rank %d%s"
              .formatted(
                  member.engine().rank(),
                  target.process(),
                  target.part() == null
                      ? ", as the window is dynamic"
                      : "; use put and get, or allocateSharedWindow among ranks of a host"));
    }
    return target.part().memory();
  }

  @Override
  public MemorySegment sharedMemory() {
    synchronization.checkOpen("sharedMemory");
    if (memory.all() == null) {
      throw new IllegalStateException(
          "rank %d: the window is not one piece of memory; make it by allocateSharedWindow"
              .formatted(member.engine().rank()));
    }
    return memory.all();
  }

  private Target target(int rank) {
    member.arguments().peer("rank", rank);
    return targets[rank];
  }

  @Override
  public long displacementUnit(int rank) {
    Part part = target(rank).part();
    return part == null ? 1 : part.unit();
  }

  @Override
  public long bytes(int rank) {
    Part part = target(rank).part();
    return part == null ? 0 : part.bytes();
  }

  @Override
  public void attach(MemorySegment segment) {
    try (Member.Entry _ = member.enter()) {
      Attachments attachments = attachments("attach");
      WindowMaker.checkMemory(member.arguments(), segment);
      if (segment.byteSize() == 0) {
        throw member.arguments().refuse("attach: the memory is empty");
      }
      attachments.attach(segment);
    }
  }

  @Override
  public void detach(MemorySegment segment) {
    try (Member.Entry _ = member.enter()) {
      Attachments attachments = attachments("detach");
      member.arguments().present("memory", segment);
      attachments.detach(segment);
    }
  }

  private Attachments attachments(String call) {
    synchronization.checkOpen(call);
    if (memory.attachments() == null) {
      throw new IllegalStateException(
          "rank %d, %s: the window has its memory; make a window by createDynamicWindow"
              .formatted(member.engine().rank(), call));
    }
    return memory.attachments();
  }

  @Override
  public void fence() {
    synchronization.fence();
  }

  @Override
  public void post(Group origins) {
    synchronization.post(origins);
  }

  @Override
  public void start(Group itsTargets) {
    synchronization.start(itsTargets);
  }

  @Override
  public void complete() {
    synchronization.complete();
  }

  @Override
  public void await() {
    synchronization.await();
  }

  @Override
  public boolean test() {
    return synchronization.test();
  }

  @Override
  public void lockShared(int target) {
    synchronization.lock(target(target), true);
  }

  @Override
  public void lockExclusive(int target) {
    synchronization.lock(target(target), false);
  }

  @Override
  public void unlock(int target) {
    synchronization.unlock(target(target));
  }

  @Override
  public void lockAll() {
    synchronization.lockAll();
  }

  @Override
  public void unlockAll() {
    synchronization.unlockAll();
  }

  @Override
  public void flush(int target) {
    synchronization.flush(target(target));
  }

  @Override
  public void flushAll() {
    synchronization.flushAll();
  }

  @Override
  public void flushLocal(int target) {
    synchronization.flushLocal(target(target));
  }

  @Override
  public void flushLocalAll() {
    synchronization.flushLocalAll();
  }

  @Override
  public void sync() {
    synchronization.sync();
  }

  @Override
  public void close() {
    synchronization.close();
  }

  /** The name and this rank: {@code world.allocateWindow(): rank 1 of 3}. */
  @Override
  public String toString() {
    return "%s: rank %d of %d".formatted(member.name(), rank(), size());
  }
}
