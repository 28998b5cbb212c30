package io.starling.bench.file;

import io.starling.bench.Converters;
import io.starling.bench.OptionBounds;
import io.starling.collectives.Hints;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that the launcher reads and hands on to the ranks. */
final class FileBenchOptions {

  private static final long MOST_BYTES = 1L << 40;
  private static final long MOST_ROUNDS = 1000;

  /** In place of the length of a block: each rank has one. */
  static final long CONTIGUOUS = 0;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      converter = Converters.Size.class,
      defaultValue = "256M",
      description = "bytes of the file (${DEFAULT-VALUE})")
  private Long bytes;

  @Option(
      names = "--blocks",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      description =
          "bytes of the blocks that the ranks have in turn; 0 for one block of each rank; by"
              + " default 0,512,4K,64K")
  private List<Long> blocks = new ArrayList<>();

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      defaultValue = "/tmp",
      description = "where the file is, on all hosts (${DEFAULT-VALUE}); it is deleted at the end")
  private Path folder;

  @Option(
      names = "--rounds",
      paramLabel = "K",
      defaultValue = "7",
      description = "how often all is measured in turn (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--hint",
      paramLabel = "KEY=VALUE",
      description = "a hint for the file, such as cb_nodes=2; repeatable")
  private Map<String, String> hints = new LinkedHashMap<>();

  void check(int ranks) {
    OptionBounds.check("--bytes", bytes, 1, MOST_BYTES);
    OptionBounds.check("--rounds", rounds, 1, MOST_ROUNDS);
    for (long block : blocks()) {
      OptionBounds.require(
          block == CONTIGUOUS ? bytes % ranks == 0 : bytes % (block * ranks) == 0,
          "--bytes %d is no whole number of blocks of %d bytes for %d ranks"
              .formatted(bytes, block, ranks));
    }
  }

  long bytes() {
    return bytes;
  }

  List<Long> blocks() {
    return blocks.isEmpty() ? List.of(CONTIGUOUS, 512L, 4L << 10, 64L << 10) : blocks;
  }

  Path folder() {
    return folder;
  }

  int rounds() {
    return rounds;
  }

  Hints hints() {
    return new Hints(hints);
  }

  /** The same options as arguments for the ranks. */
  List<String> toArguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add("--bytes=" + bytes);
    blocks().forEach(block -> arguments.add("--blocks=" + block));
    arguments.add("--folder=" + folder.toAbsolutePath());
    arguments.add("--rounds=" + rounds);
    hints.forEach((key, value) -> arguments.add("--hint=" + key + "=" + value));
    return arguments;
  }
}
