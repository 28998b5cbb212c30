package io.starling.collectives.call;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Codec;
import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Tags;
import io.starling.topology.layout.Layout;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * One rank's part in a communicator, shared by the communicator's variants with other algorithms.
 */
public final class Member {

  /** Ends the job. */
  public interface Abort {

    /** Does not return normally; the reason is for people. */
    void end(int status, String reason);
  }

  /** A thread inside a call, until it is closed. */
  public interface Entry extends AutoCloseable {

    @Override
    void close();
  }

  private static final String NO_LAUNCHER =
      "no launcher has started this process, and ranks that are threads can't get more; start the"
          + " program with 'starling run'";

  private final Context context;
  private final Entry entry;
  private final ContextNumbers numbers;
  private final boolean check;
  private final Runnable leave;
  private final Abort abort;
  private final JobProcesses processes;
  private final SequenceRing sequence;
  private final Plan.Cache plans = new Plan.Cache();
  private final CollectiveUses uses = new CollectiveUses();
  private final AttributeTable attributes = new AttributeTable();
  private final BufferedSends bufferedSends;
  private final Arguments arguments;
  private final Runnable oneEnded = this::endOne;
  private int open;
  private int messages;
  private int agreements;
  private int duplicates;
  private int objectCollectives;
  // Read by calls that check before they enter.
  private volatile boolean closed;
  private volatile String name;
  private volatile Codec codec;

  private Member(
      String name,
      Context context,
      ContextNumbers numbers,
      boolean check,
      Codec codec,
      Runnable leave,
      Abort abort,
      JobProcesses processes) {
    this.name = name;
    this.processes = processes;
    this.codec = codec;
    this.context = context;
    entry = context.engine()::leave;
    this.numbers = numbers;
    this.check = check;
    this.leave = leave;
    this.abort = abort;
    sequence = new SequenceRing(context.engine().rank(), context.number());
    bufferedSends = new BufferedSends(context.engine());
    arguments = arguments(context.size(), "rank");
  }

  /**
   * Its part in the communicator of all ranks.
   *
   * @param check whether every collective is checked for agreement
   * @param leave is called at a close
   */
  public static Member ofWorld(
      Engine engine, Layout layout, boolean check, Runnable leave, Abort abort) {
    return ofWorld(
        Context.world(engine, layout), check, leave, abort, JobProcesses.fixed(NO_LAUNCHER));
  }

  /**
   * Its part in the communicator of all ranks that were started together.
   *
   * @param check whether every collective is checked for agreement
   * @param leave is called at a close
   */
  public static Member ofWorld(
      Context world, boolean check, Runnable leave, Abort abort, JobProcesses processes) {
    return new Member(
        "world", world, new ContextNumbers(), check, Codec.java(), leave, abort, processes);
  }

  /** The same of a rank whose abort is an exception. */
  public static Member ofWorld(Engine engine, Layout layout, boolean check, Runnable leave) {
    return ofWorld(
        engine,
        layout,
        check,
        leave,
        (_, reason) -> {
          throw new StarlingException(reason);
        });
  }

  /**
   * Its part in a communicator of some of the ranks.
   *
   * @param call what the user has called, such as {@code split()}
   * @param members the ranks in their new order
   * @param isFirst whether all of them know that none has used the number before
   */
  public Member derive(String call, int number, int[] members, boolean isFirst) {
    numbers.use(number);
    Context derived = context.derive(number, members, isFirst);
    String derivedName = name + "." + call;
    return member(derivedName, derived);
  }

  private Member member(String itsName, Context its) {
    processes.begin(its);
    Runnable end =
        () -> {
          release(its, numbers);
          processes.end(its);
        };
    return new Member(itsName, its, numbers, check, codec, end, abort, processes);
  }

  /**
   * Its part in a communicator of some processes of its world, not all of which need be in this
   * one.
   */
  public Member join(String call, int number, int[] itsProcesses, boolean isFirst) {
    numbers.use(number);
    Context world = context.world();
    int[] members = Arrays.stream(itsProcesses).map(world::rankOf).toArray();
    return member(name + "." + call, world.derive(number, members, isFirst));
  }

  /** Its part in a communicator of processes of several worlds. */
  public Member join(String call, int number, int[] itsProcesses, Layout layout) {
    numbers.use(number);
    return member(name + "." + call, context.join(number, itsProcesses, layout));
  }

  /** Its part in the communicator of itself and a process that it has perhaps never met. */
  public Member meet(int process) {
    int own = engine().rank();
    int[] both = {Math.min(own, process), Math.max(own, process)};
    Context pair = context.join(Tags.MEETINGS, both, Layout.flat(both.length));
    return new Member(name, pair, numbers, check, codec, () -> {}, abort, processes);
  }

  /** Its part in the communicator of all processes that the job can have, who knock at ports. */
  public Member meetAll() {
    int[] all = IntStream.range(0, processes.capacity(context.world().size())).toArray();
    Context everyone = context.join(Tags.KNOCKS, all, Layout.flat(all.length));
    return new Member(name, everyone, numbers, check, codec, () -> {}, abort, processes);
  }

  /** The same communicator as {@link Context#facing} shows it. It has the same number. */
  public Member facing(int rank, int... others) {
    return new Member(
        name, context.facing(rank, others), numbers, check, codec, () -> {}, abort, processes);
  }

  /**
   * Where ranks have failed, messages may be on their way for ever: the number is not used again.
   */
  private static void release(Context context, ContextNumbers numbers) {
    if (context.health().isSound()) {
      numbers.release(context.number());
    }
  }

  /** Ends the job. A process can only pass on eight bits; of a failure these must not be 0. */
  public void abort(int status) {
    int passed = status != 0 && (status & 0xff) == 0 ? 1 : status & 0xff;
    abort.end(passed, "rank %d called abort(%d)".formatted(engine().rank(), status));
  }

  public String name() {
    return name;
  }

  public void rename(String chosen) {
    name = chosen;
  }

  /** What turns objects into messages. */
  public Codec codec() {
    return codec;
  }

  public void useCodec(Codec chosen) {
    codec = chosen;
  }

  public Context context() {
    return context;
  }

  /** The processes of other worlds, and the way to more. */
  public JobProcesses processes() {
    return processes;
  }

  /** Whether it has been closed. */
  public boolean isClosed() {
    return closed;
  }

  public Engine engine() {
    return context.engine();
  }

  /** The numbers of this rank's communicators. */
  public ContextNumbers numbers() {
    return numbers;
  }

  public boolean check() {
    return check;
  }

  SequenceRing sequence() {
    return sequence;
  }

  Plan.Cache plans() {
    return plans;
  }

  /** What the collectives of this communicator are. */
  public CollectiveUses uses() {
    return uses;
  }

  /** What the program has attached to this communicator. */
  public AttributeTable attributes() {
    return attributes;
  }

  BufferedSends bufferedSends() {
    return bufferedSends;
  }

  public Arguments arguments() {
    return arguments;
  }

  /** Checks of calls in which a buffer has so many blocks, one for each owner. */
  Arguments arguments(int blocks, String owner) {
    return new Arguments(engine().rank(), blocks, owner, engine().threads());
  }

  /** The number of the next agreement on this communicator, the same at all ranks. */
  public int nextAgreement() {
    return agreements++;
  }

  /** The number of the next duplicate that is made without waiting, the same at all ranks. */
  public int nextDuplicate() {
    return duplicates++;
  }

  /** The number of the next collective on objects, the same at all ranks. */
  int nextObjectCollective() {
    return objectCollectives++;
  }

  /**
   * Begins a call: admits this thread and no other until the end, except while the call waits.
   *
   * @throws IllegalStateException if this thread may not call, or after the close
   */
  public Entry enter() {
    engine().enter();
    if (closed) {
      engine().leave();
      throw closedAlready();
    }
    return entry;
  }

  /** Refuses calls by threads that may not call, and after the close. Enters nothing. */
  public void checkUsable() {
    engine().threads().admit();
    checkOpen();
  }

  /** Refuses calls after the close. */
  void checkOpen() {
    if (closed) {
      throw closedAlready();
    }
  }

  private IllegalStateException closedAlready() {
    return new IllegalStateException(
        "rank %d: the communicator is closed".formatted(engine().rank()));
  }

  /** Counts an operation that has begun. */
  public void oneBegan() {
    open++;
  }

  /** Is to run at the end of every operation, which may come before {@link #oneBegan}. */
  public Runnable oneEnded() {
    return oneEnded;
  }

  private void endOne() {
    open--;
  }

  /** Counts a message that a matched probe has taken. */
  void messageTaken() {
    messages++;
  }

  /** And that it is being received. */
  void messageReceived() {
    messages--;
  }

  /**
   * Leaves; a second close of a derived communicator, or one after the job's, does nothing.
   *
   * @param owner what the functions of attributes get
   * @param closeParts closes what belongs to this communicator, once nothing refuses its close
   */
  public void close(AnyCommunicator owner, Runnable closeParts) {
    if (context.number() == 0) {
      try {
        if (!engine().isClosed()) {
          engine().threads().admit();
          inside(this::haveCopiesLeft);
          attributes.deleteAll(owner);
          closeParts.run();
        }
      } finally {
        leave.run();
        checkMessages("was closed");
      }
    } else if (!engine().isClosed() && inside(this::mayClose)) {
      attributes.deleteAll(owner);
      closeParts.run();
      inside(this::closeDerived);
    }
  }

  /** The same for a communicator that the program has not seen. */
  public void close() {
    close(null, () -> {});
  }

  /** Throws what {@link #close} would throw now, and closes nothing. */
  public void checkClosable() {
    if (!engine().isClosed()) {
      inside(this::mayClose);
    }
  }

  private boolean inside(BooleanSupplier action) {
    engine().enter();
    try {
      return action.getAsBoolean();
    } finally {
      engine().leave();
    }
  }

  private boolean haveCopiesLeft() {
    bufferedSends.await();
    return true;
  }

  /** Whether it is still open; throws if it can't be closed now. */
  private boolean mayClose() {
    if (closed) {
      return false;
    }
    bufferedSends.await();
    if (open > 0) {
      throw new IllegalStateException(
          "rank %d: the communicator can't be closed, %s under way: %s; wait for every request before"
              .formatted(
                  engine().rank(),
                  open == 1 ? "1 of its operations is" : open + " of its operations are",
                  engine().waits().pending()));
    }
    checkMessages("can't be closed");
    return true;
  }

  private boolean closeDerived() {
    if (mayClose()) {
      closed = true;
      leave.run();
    }
    return closed;
  }

  /** Says that messages were taken and not received; of the job's communicator once only. */
  private void checkMessages(String state) {
    int lost = messages;
    if (context.number() == 0) {
      messages = 0;
    }
    if (lost > 0) {
      throw new IllegalStateException(
          "rank %d: the communicator %s, %s never received"
              .formatted(
                  engine().rank(),
                  state,
                  lost == 1
                      ? "1 message that matchedProbe took was"
                      : lost + " messages that matchedProbe took were"));
    }
  }
}
