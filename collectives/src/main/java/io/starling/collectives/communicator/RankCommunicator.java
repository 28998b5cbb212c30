package io.starling.collectives.communicator;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Comparison;
import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.Spawn;
import io.starling.collectives.Window;
import io.starling.collectives.call.Collectives;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.ObjectCalls;
import io.starling.collectives.file.FileOpening;
import io.starling.collectives.selection.Selection;
import io.starling.collectives.settings.ReorderSettings;
import io.starling.collectives.window.WindowMaker;
import io.starling.collectives.window.WindowRanks;
import io.starling.runtime.Buffer;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.ThreadLevel;
import io.starling.topology.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The communicator of one rank. */
public sealed class RankCommunicator extends ObjectCalls implements Communicator
    permits RankNeighbourhood {

  private final Member member;
  private final Collectives collectives;
  private final Splitting splitting;
  private final RankFaultTolerance faultTolerance;
  private final Grouping grouping;
  private Reordering reordering;

  public RankCommunicator(Member member, Selection selection) {
    this(member, new Collectives(member, selection));
  }

  private RankCommunicator(Member member, Collectives collectives) {
    super(collectives);
    this.member = member;
    this.collectives = collectives;
    this.splitting = new Splitting(member, dataMovement(), reductions());
    this.faultTolerance = new RankFaultTolerance(member);
    this.grouping = new Grouping(member, splitting);
  }

  final Member member() {
    return member;
  }

  final Collectives collectives() {
    return collectives;
  }

  final Selection selection() {
    return collectives.selection();
  }

  final Splitting splitting() {
    return splitting;
  }

  @Override
  protected Communicator self() {
    return this;
  }

  @Override
  public int rank() {
    return member.context().rank();
  }

  @Override
  public int size() {
    return member.context().size();
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
  public void abort(int status) {
    member.abort(status);
  }

  /** The name of the communicator and this rank: {@code world.split(): rank 1 of 3}. */
  @Override
  public String toString() {
    return "%s: rank %d of %d".formatted(name(), rank(), size());
  }

  @Override
  public ThreadLevel threadLevel() {
    return member.engine().threads().level();
  }

  @Override
  public String algorithmFor(String collective, long bytes) {
    return collectives.algorithmFor(collective, bytes);
  }

  @Override
  public Communicator withAlgorithm(String specification) {
    return new RankCommunicator(member, collectives.selectionWith(specification));
  }

  public final Communicator withAlgorithm(String specification, String origin) {
    return new RankCommunicator(member, collectives.selectionWith(specification, origin));
  }

  @Override
  public Communicator split(int color, int key) {
    return split(color, key, "split()");
  }

  private Communicator split(int color, int key, String call) {
    return ofPart(splitting.split(color, key, call));
  }

  private Communicator ofPart(Member part) {
    return part == null ? null : new RankCommunicator(part, selection());
  }

  @Override
  public Communicator splitByLevel(Level level) {
    member.arguments().present("level", level);
    int lowest = member.context().layout().group(level, rank()).lowest();
    return split(lowest, rank(), "splitByLevel(" + level + ")");
  }

  @Override
  public Communicator duplicate() {
    return withAttributes(splitting.split(0, rank(), "duplicate()"));
  }

  @Override
  public ResultRequest<Communicator> iDuplicate() {
    return DuplicateOperation.request(member, this::withAttributes);
  }

  /** A communicator of the same ranks that is used in the same way. */
  RankCommunicator like(Member duplicate) {
    return new RankCommunicator(duplicate, selection());
  }

  @Override
  public Group group() {
    return grouping.group();
  }

  @Override
  public Comparison compare(Communicator other) {
    member.arguments().present("other", other);
    return grouping.compare(((RankCommunicator) other).grouping);
  }

  private RankCommunicator withAttributes(Member duplicate) {
    RankCommunicator made = like(duplicate);
    return withAttributes(made, made::close);
  }

  @Override
  public Communicator create(Group group) {
    member.arguments().present("group", group);
    return ofPart(grouping.create(group));
  }

  @Override
  public Communicator createGroup(Group group, int tag) {
    member.arguments().present("group", group);
    return ofPart(grouping.createGroup(group, tag));
  }

  @Override
  public Intercommunicator createIntercommunicator(
      int localLeader, Communicator peer, int remoteLeader, int tag) {
    member.checkUsable();
    member.arguments().peer("localLeader", localLeader);
    member.arguments().tag(tag);
    if (rank() == localLeader) {
      member.arguments().present("peer", peer);
    }
    return new Joining(member, dataMovement(), reductions(), selection())
        .join(
            "createIntercommunicator()",
            localLeader,
            (words, theirs) ->
                peer.sendReceive(
                    Buffer.of(words), remoteLeader, tag, Buffer.of(theirs), remoteLeader, tag));
  }

  @Override
  public ParallelFile openFile(Path path, Set<OpenMode> modes, Hints hints) {
    Member own = splitting.split(0, rank(), "openFile()");
    return FileOpening.open(own, selection(), path, modes, hints);
  }

  @Override
  public Window createWindow(MemorySegment memory, long displacementUnit) {
    WindowMaker.checkMemory(member.arguments(), memory);
    WindowMaker.checkSizes(member.arguments(), 0, displacementUnit);
    return window("createWindow()", maker -> maker.create(memory, displacementUnit));
  }

  @Override
  public Window allocateWindow(long bytes, long displacementUnit) {
    WindowMaker.checkSizes(member.arguments(), bytes, displacementUnit);
    return window("allocateWindow()", maker -> maker.allocate(bytes, displacementUnit));
  }

  @Override
  public Window allocateSharedWindow(long bytes, long displacementUnit) {
    WindowMaker.checkSizes(member.arguments(), bytes, displacementUnit);
    return window("allocateSharedWindow()", maker -> maker.shared(bytes, displacementUnit));
  }

  @Override
  public Window createDynamicWindow() {
    return window("createDynamicWindow()", WindowMaker::dynamic);
  }

  @Override
  public MemorySegment allocateShared(long bytes) {
    member.checkUsable();
    WindowMaker.checkSizes(member.arguments(), bytes, 1);
    return maker(this).allocateShared(bytes);
  }

  /** Makes a window with a communicator of its own, which separates its messages from others. */
  private Window window(String call, Function<WindowMaker, Window> maker) {
    var own = new RankCommunicator(splitting.split(0, rank(), call), selection());
    try {
      return maker.apply(maker(own));
    } catch (RuntimeException | Error e) {
      closeAfter(e, own::close);
      throw e;
    }
  }

  private WindowMaker maker(RankCommunicator own) {
    return new WindowMaker(new WindowRanks(own.member, own, own.dataMovement()::barrier, this));
  }

  @Override
  public Intercommunicator spawn(int root, Spawn... programs) {
    return spawning().spawn(root, programs);
  }

  @Override
  public String openPort() {
    try (Member.Entry _ = enter()) {
      return new PortName(member.engine().rank(), member.processes().ports().openNext()).toString();
    }
  }

  @Override
  public void closePort(String port) {
    member.arguments().present("port", port);
    PortName name = PortName.parse(port);
    try (Member.Entry _ = enter()) {
      if (name != null && name.process() == member.engine().rank()) {
        new Knocks(member, selection()).close(name);
      }
    }
  }

  @Override
  public Intercommunicator accept(String port, int root) {
    return connecting().accept(port, root);
  }

  @Override
  public Intercommunicator connect(String port, int root) {
    return connecting().connect(port, root);
  }

  private Connecting connecting() {
    return new Connecting(member, dataMovement(), reductions(), selection());
  }

  @Override
  public void publish(String name, String port) {
    new Names(member).publish(name, port);
  }

  @Override
  public void unpublish(String name) {
    new Names(member).publish(name, "");
  }

  @Override
  public String lookUp(String name, Duration patience) {
    return new Names(member).lookUp(name, patience);
  }

  private Spawning spawning() {
    return new Spawning(member, dataMovement(), reductions(), selection());
  }

  /**
   * Meets the ranks that have started this one; all ranks of this world call it.
   *
   * @param process that leads them
   * @param meeting as they number it
   */
  public final void meetParents(int process, int meeting) {
    member.processes().descendFrom(spawning().meet("parent()", 0, process, meeting));
  }

  @Override
  public Optional<Intercommunicator> parent() {
    return Optional.ofNullable((RankIntercommunicator) member.processes().parent())
        .filter(RankIntercommunicator::isOpen)
        .map(Intercommunicator.class::cast);
  }

  @Override
  public Communicator reordered() {
    return reordered(ReorderSettings.from(System.getenv()).every());
  }

  /** See {@link Communicator#reordered()}. */
  public final Communicator reordered(Duration every) {
    if (reordering == null) {
      reordering = new Reordering(member, selection(), splitting);
    }
    return reordering.next(every);
  }

  @Override
  public CartesianCommunicator cartesian(int[] dimensions, boolean[] periodic, boolean reorder) {
    return new Topologies(member, splitting, selection()).cartesian(dimensions, periodic, reorder);
  }

  @Override
  public GraphCommunicator graph(int[] sources, int[] destinations, boolean reorder) {
    return new Topologies(member, splitting, selection())
        .graph(Adjacency.unweighted(sources, destinations), reorder);
  }

  @Override
  public GraphCommunicator graph(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean reorder) {
    return new Topologies(member, splitting, selection())
        .graph(new Adjacency(sources, sourceWeights, destinations, destinationWeights), reorder);
  }

  @Override
  public GraphCommunicator graphOfEdges(int[] sources, int[] destinations, boolean reorder) {
    return new Topologies(member, splitting, selection())
        .graph(Edges.unweighted(sources, destinations), reorder);
  }

  @Override
  public GraphCommunicator graphOfEdges(
      int[] sources, int[] destinations, int[] weights, boolean reorder) {
    return new Topologies(member, splitting, selection())
        .graph(new Edges(sources, destinations, weights), reorder);
  }

  @Override
  public int[] failedRanks() {
    return faultTolerance.failedRanks();
  }

  @Override
  public void acknowledgeFailures() {
    faultTolerance.acknowledgeFailures();
  }

  @Override
  public void revoke() {
    faultTolerance.revoke();
  }

  @Override
  public boolean isRevoked() {
    return faultTolerance.isRevoked();
  }

  @Override
  public int agree(int flags) {
    return faultTolerance.agree(flags);
  }

  @Override
  public Communicator shrink() {
    return new RankCommunicator(faultTolerance.shrink(), selection());
  }

  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    member.checkUsable();
    member.arguments().present("arena", arena);
    return member.engine().pool().memory().allocate(bytes, arena);
  }

  @Override
  public void close() {
    member.close(this, this::closeParts);
  }

  private void closeParts() {
    if (member.context().number() == 0) {
      try (Member.Entry _ = enter()) {
        new Knocks(member, selection()).closeAll();
      }
    }
    if (reordering != null) {
      reordering.close();
    }
  }
}
