package io.starling.runtime.trace;

import io.starling.runtime.progress.Port;
import io.starling.runtime.transport.simulated.ProcessorObserver;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedPort;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A trace of ranks in virtual time that shows the use of their processors: work of all kinds, and
 * noise.
 *
 * <pre>{@code
 * var trace = new SimulatedTrace(fabric);
 * Worlds.simulated(fabric, layouts, program, trace);
 * trace.writeTo(Path.of("trace.json"));
 * }</pre>
 */
public final class SimulatedTrace {

  private final SimulatedFabric fabric;
  private final TraceLog[] logs;
  private final TracingPort[] ports;
  private final String[] names;

  /** Traces the ranks of a fabric from now on, about a million events in all. */
  public SimulatedTrace(SimulatedFabric fabric) {
    this(fabric, TraceFolder.eventsOfARank(fabric.capacity()));
  }

  /** Traces the ranks of a fabric from now on, with a number of events per rank. */
  public SimulatedTrace(SimulatedFabric fabric, long eventsOfARank) {
    if (eventsOfARank < 1) {
      throw new IllegalArgumentException("a trace can't keep %d events".formatted(eventsOfARank));
    }
    this.fabric = fabric;
    logs = new TraceLog[fabric.capacity()];
    ports = new TracingPort[fabric.capacity()];
    names = new String[fabric.capacity()];
    for (int rank = 0; rank < ports.length; rank++) {
      SimulatedPort port = fabric.port(rank);
      logs[rank] = TraceLog.onHeap(eventsOfARank);
      ports[rank] = new TracingPort(port, logs[rank], () -> nanoseconds(port.clock()));
      names[rank] = "rank " + rank;
      port.observeBy(new ProcessorNotes(logs[rank]));
    }
  }

  private static long nanoseconds(long picoseconds) {
    return picoseconds / VirtualTime.PER_NANOSECOND;
  }

  /** Traces a port of the fabric; for a {@code SimulatedRanks}. */
  public Port portOf(SimulatedPort port) {
    return ports[port.rank()];
  }

  /** Sets the name of a rank, such as {@code rank 3 (node 1)}. */
  public void name(int rank, String name) {
    names[rank] = name;
  }

  /** Writes the events so far, in the fabric's time. */
  public TraceSummary writeTo(Path file) throws IOException {
    List<TracedRank> ranks =
        IntStream.range(0, logs.length)
            .mapToObj(rank -> new TracedRank(rank, names[rank], logs[rank]))
            .toList();
    return TraceWriter.write(ranks, true, nanoseconds(fabric.now()), file);
  }

  /** The port records folds; other work of a few nanoseconds is left out. */
  private record ProcessorNotes(TraceLog log) implements ProcessorObserver {

    @Override
    public void worked(Work work, long from, long to) {
      switch (work) {
        case POST -> note(EventKind.POST, from, to);
        case HANDLE -> note(EventKind.HANDLE, from, to);
        case COPY -> note(EventKind.COPY, from, to);
        case COMPUTE -> note(EventKind.COMPUTE, from, to);
        case FOLD -> {}
      }
    }

    @Override
    public void disturbed(long from, long to) {
      note(EventKind.NOISE, from, to);
    }

    private void note(EventKind kind, long from, long to) {
      long begin = nanoseconds(from);
      long end = nanoseconds(to);
      if (end - begin >= TraceWriter.SHORTEST) {
        long event = log.begin(kind, begin, -1, 0, 0, MessageCounter.UNKNOWN);
        log.end(event, end, Ending.COMPLETE);
      }
    }
  }
}
