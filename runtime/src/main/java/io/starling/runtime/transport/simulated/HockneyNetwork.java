package io.starling.runtime.transport.simulated;

/**
 * Hockney's model: every rank sends and receives one message at a time, and a message of {@code m}
 * bytes takes {@code alpha + beta m} between any two ranks.
 *
 * @param ranks the number of ranks
 * @param alpha the latency in picoseconds
 * @param beta the inverse bandwidth in picoseconds per byte
 * @param protocol how messages travel; unless they are eager, they take longer than in the model
 * @param processor the figures of each rank's processor
 */
public record HockneyNetwork(
    int ranks, long alpha, double beta, Protocol protocol, ProcessorFigures processor)
    implements SimulatedNetwork {

  /** The model itself: all messages are eager, and processors take no time. */
  public HockneyNetwork(int ranks, long alpha, double beta) {
    this(
        ranks,
        alpha,
        beta,
        new Protocol(Long.MAX_VALUE, Protocol.Mover.READ),
        ProcessorFigures.FREE);
  }

  @Override
  public int links() {
    return 2 * ranks;
  }

  @Override
  public LinkFigures link(int link) {
    return new LinkFigures(
        "rank %d %s".formatted(link / 2, link % 2 == 0 ? "out" : "in"), 0, alpha, beta);
  }

  @Override
  public int path(int from, int to, int[] path) {
    path[0] = 2 * from;
    path[1] = 2 * to + 1;
    return 2;
  }

  @Override
  public Protocol protocol(int from, int to) {
    return protocol;
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return processor;
  }
}
