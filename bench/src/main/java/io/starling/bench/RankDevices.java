package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * In the memory of which devices the messages of ranks lie.
 *
 * @param byRank the name of each rank's device
 */
record RankDevices(List<String> byRank) {

  /** Longer names are cut; those of CUDA are shorter. */
  private static final int NAME_BYTES = 256;

  /** Copies the list. */
  RankDevices {
    byRank = List.copyOf(byRank);
  }

  /** Learns the devices of the others. All ranks call it alike. */
  static RankDevices gather(Communicator world, String own) {
    byte[] name = Arrays.copyOf(own.getBytes(StandardCharsets.UTF_8), NAME_BYTES);
    byte[] names = new byte[world.size() * NAME_BYTES];
    world.allgather(Buffer.of(name), Buffer.of(names));
    List<String> byRank = new ArrayList<>();
    for (int from = 0; from < names.length; from += NAME_BYTES) {
      byRank.add(new String(names, from, NAME_BYTES, StandardCharsets.UTF_8).replace("\0", ""));
    }
    return new RankDevices(byRank);
  }

  /** Each name once, with commas between. */
  String names() {
    return byRank.stream().distinct().sorted().collect(Collectors.joining(", "));
  }

  /** The name of the only device, or whose each is: {@code GPU 0: ranks 0, 2; GPU 1: rank 1}. */
  String withRanks() {
    Map<String, List<String>> ranks =
        IntStream.range(0, byRank.size())
            .boxed()
            .collect(
                Collectors.groupingBy(
                    byRank::get,
                    TreeMap::new,
                    Collectors.mapping(String::valueOf, Collectors.toList())));
    return ranks.size() == 1
        ? byRank.getFirst()
        : ranks.entrySet().stream()
            .map(device -> device.getKey() + ": " + ranks(device.getValue()))
            .collect(Collectors.joining("; "));
  }

  private static String ranks(List<String> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", ranks);
  }
}
