package io.starling.bench.order;

import io.starling.bench.report.Labels;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How an order of hosts is written for the programs that shall use it, one rank on each host. */
enum OrderFormat {
  /**
   * For {@code starling run --hostfile}, and Open MPI's {@code mpirun --map-by seq --hostfile}.
   * Without {@code --map-by seq}, Open MPI takes the host of mpirun first, whatever the order.
   */
  HOSTFILE {
    @Override
    String write(List<String> hosts) {
      return lines(hosts.stream().map(host -> host + " slots=1").toList());
    }
  },
  /** For {@code mpirun --rankfile} of Open MPI, which then binds each rank to the first core. */
  RANKFILE {
    @Override
    String write(List<String> hosts) {
      return lines(
          IntStream.range(0, hosts.size())
              .mapToObj(rank -> "rank %d=%s slot=0".formatted(rank, hosts.get(rank)))
              .toList());
    }
  },
  /** For {@code mpiexec -f} of MPICH. */
  MPICH {
    @Override
    String write(List<String> hosts) {
      return lines(hosts.stream().map(host -> host + ":1").toList());
    }
  },
  /** Names alone, for Gloo, NCCL, PyTorch and others. */
  LIST {
    @Override
    String write(List<String> hosts) {
      return lines(hosts);
    }
  };

  /** The text of the file; rank 0 is first. */
  abstract String write(List<String> hosts);

  private static String lines(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** The name in options. */
  String label() {
    return Labels.of(this);
  }
}
