package io.starling.bench.order;

import io.starling.bench.report.Labels;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How an order of hosts is written for the programs that shall use it, one rank on each host. */
enum OrderFormat {
  /**
   * For {@code starling run --hostfile}, and Open MPI's {@code mpirun --map-by seq --hostfile}.
   * Without {@code --map-by seq}, Open MPI takes the host of mpirun first, whatever the order.
   */
  HOSTFILE((_, host) -> host + " slots=1"),
  /** For {@code mpirun --rankfile} of Open MPI, which then binds each rank to the first core. */
  RANKFILE((rank, host) -> "rank %d=%s slot=0".formatted(rank, host)),
  /** For {@code mpiexec -f} of MPICH. */
  MPICH((_, host) -> host + ":1"),
  /** Names alone, for Gloo, NCCL, PyTorch and others. */
  LIST((_, host) -> host);

  private final BiFunction<Integer, String, String> line;

  OrderFormat(BiFunction<Integer, String, String> line) {
    this.line = line;
  }

  /** The text of the file; rank 0 is first. */
  String write(List<String> hosts) {
    return IntStream.range(0, hosts.size())
        .mapToObj(rank -> line.apply(rank, hosts.get(rank)) + "\n")
        .collect(Collectors.joining());
  }

  /** The name in options. */
  String label() {
    return Labels.of(this);
  }
}
