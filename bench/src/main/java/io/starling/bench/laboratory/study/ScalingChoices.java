package io.starling.bench.laboratory.study;

import static io.starling.bench.OptionBounds.require;

import io.starling.bench.OptionBounds;
import io.starling.runtime.memory.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What the user says about the experiment on scaling. */
final class ScalingChoices {

  private static final int MOST_NODES = 1 << 20;
  private static final int LONGEST_LOOP = 1000;
  private static final long LARGEST = 1L << 30;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      split = ",",
      description = "scaling: how many nodes (8,16,24,32,128,512,2048; with --quick 2,4,8)")
  private List<Integer> nodes = new ArrayList<>();

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "4M",
      description = "scaling: the size of the message (${DEFAULT-VALUE})")
  private String size;

  @Option(
      names = "--loop",
      paramLabel = "K",
      defaultValue = "3",
      description = "scaling: how many collectives a loop has on up to 32 nodes (${DEFAULT-VALUE})")
  private int loop;

  /**
   * What is chosen.
   *
   * @param nodes how many nodes; empty if the user does not say
   * @param bytes the size of the message
   * @param loop how many collectives a loop has
   * @param lines algorithms by the names of their lines, beside the implementations
   */
  record Settings(List<Integer> nodes, long bytes, int loop, Map<String, String> lines) {}

  /**
   * Checks and collects them.
   *
   * @param algorithms further lines, each a name and an algorithm
   * @throws IllegalArgumentException with a message for the user
   */
  Settings settings(List<String> algorithms) {
    nodes.forEach(number -> OptionBounds.check("--nodes", number, 1, MOST_NODES));
    long bytes = ByteSize.parse(size);
    OptionBounds.check("--size", bytes, Float.BYTES, LARGEST);
    require(bytes % Float.BYTES == 0, "--size must be a multiple of 4 bytes (float32)");
    OptionBounds.check("--loop", loop, 1, LONGEST_LOOP);
    Map<String, String> named = new LinkedHashMap<>();
    for (String algorithm : algorithms) {
      NoiseLine line = NoiseLine.parse(algorithm, List.of(StudyCollective.values()));
      require(
          Implementation.mark(line.label()).isEmpty() && !named.containsKey(line.label()),
          NoiseLine.taken(line.label()));
      named.put(line.label(), line.algorithm());
    }
    return new Settings(nodes.stream().distinct().sorted().toList(), bytes, loop, named);
  }
}
