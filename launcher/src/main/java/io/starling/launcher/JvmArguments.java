package io.starling.launcher;

import io.starling.launcher.process.HeapShare;
import java.util.ArrayList;
import java.util.List;

/** The JVM's arguments for ranks: Starling's own unless the user has decided, then the user's. */
final class JvmArguments {

  private static final double LARGEST_SHARE = 25;
  private static final double ALL_RANKS = 75;

  private JvmArguments() {}

  /** All but the size of the heap, unless the user has decided on that too. */
  static List<String> forRanks(List<String> user) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--enable-native-access=ALL-UNNAMED");
    arguments.add("--add-modules=jdk.incubator.vector");
    if (user.stream().noneMatch(JvmArguments::choosesCollector)) {
      arguments.add("-XX:+UseSerialGC");
    }
    arguments.addAll(user);
    return arguments;
  }

  /** What each of so many ranks gets of a host's memory as its heap. */
  static HeapShare heapShare(int ranks, List<String> user) {
    return user.stream().anyMatch(JvmArguments::choosesHeap)
        ? HeapShare.UNDECIDED
        : new HeapShare(Math.min(LARGEST_SHARE, ALL_RANKS / ranks));
  }

  private static boolean choosesCollector(String argument) {
    return argument.startsWith("-XX:+Use") && argument.endsWith("GC");
  }

  private static boolean choosesHeap(String argument) {
    return argument.startsWith("-Xmx")
        || argument.startsWith("-XX:MaxHeapSize")
        || argument.startsWith("-XX:MaxRAM");
  }
}
