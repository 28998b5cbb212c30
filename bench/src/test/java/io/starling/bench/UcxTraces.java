package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Each rank says at which addresses its process listens, as the kernel writes them, and which parts
 * of UCX it has loaded; then rank 1 ends as one that is killed does.
 */
public final class UcxTraces {

  private static final String LISTENING = "0A";

  private UcxTraces() {}

  /** No arguments. */
  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Starling.world()) {
      world.barrier();
      System.out.println("listens " + listeners() + ", loaded " + libraries());
      world.barrier();
      if (world.rank() == 1) {
        Runtime.getRuntime().halt(7);
      }
      world.barrier();
    }
  }

  private static List<String> listeners() throws IOException {
    List<String> sockets;
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      sockets = descriptors.map(UcxTraces::target).toList();
    }
    return Stream.of("tcp", "tcp6")
        .flatMap(table -> rows(Path.of("/proc/self/net", table)))
        .map(row -> row.strip().split("\\s+"))
        .filter(row -> row[3].equals(LISTENING) && sockets.contains("socket:[" + row[9] + "]"))
        .map(row -> row[1])
        .toList();
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "closed meanwhile";
    }
  }

  private static Stream<String> rows(Path table) {
    try {
      return Files.readAllLines(table).stream().skip(1);
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static List<String> libraries() throws IOException {
    String maps = Files.readString(Path.of("/proc/self/maps"));
    return Stream.of("libjucx", "libuct").filter(maps::contains).toList();
  }
}
