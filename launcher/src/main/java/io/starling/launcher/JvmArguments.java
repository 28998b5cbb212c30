package io.starling.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The JVM's arguments for ranks: Starling's own unless the user has decided, then the user's. */
final class JvmArguments {

  private static final double LARGEST_SHARE = 25;
  private static final double ALL_RANKS = 75;

  private JvmArguments() {}

  static List<String> forRanks(int ranks, List<String> user) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--enable-native-access=ALL-UNNAMED");
    arguments.add("--add-modules=jdk.incubator.vector");
    if (user.stream().noneMatch(JvmArguments::choosesCollector)) {
      arguments.add("-XX:+UseSerialGC");
    }
    if (user.stream().noneMatch(JvmArguments::choosesHeap)) {
      double share = Math.min(LARGEST_SHARE, ALL_RANKS / ranks);
      arguments.add(String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.4f", share));
    }
    arguments.addAll(user);
    return arguments;
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
