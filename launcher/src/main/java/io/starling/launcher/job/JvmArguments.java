package io.starling.launcher.job;

import io.starling.launcher.placing.HostShare;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostMemory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of the JVMs of ranks: Starling's own unless the user has decided, then the user's.
 *
 * @param user the user's
 * @param service what shares the memory of each host with the ranks; empty for none
 */
record JvmArguments(List<String> user, Optional<ServiceRequest> service) {

  /**
   * Segments of less than 64 bytes are copied and filled by a stub instead of a loop, of which C2
   * of JDK 25.0.3 sometimes loses stores (decision 72). Programs' copies need this, Starling's own
   * do not.
   */
  private static final List<String> SAFE_COPIES =
      List.of(
          "-Djava.lang.foreign.native.threshold.power.copy=0",
          "-Djava.lang.foreign.native.threshold.power.fill=0");

  /**
   * Loops of an int that C2 has compiled can stop, as with the JDK's default collector. Otherwise a
   * thread that computes in one holds up all threads of its rank, the progress thread and reports
   * too (decision 74).
   */
  private static final List<String> LOOPS_THAT_STOP =
      List.of("-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000");

  /** With one of these the JVM would warn of the others. */
  private static final Set<String> LOOPS_THAT_RUN_THROUGH =
      Set.of("-XX:-UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=0");

  private static final double LARGEST_SHARE = 25;
  private static final double ALL_RANKS = 75;

  static JvmArguments of(JobSpecification specification) {
    return new JvmArguments(specification.jvmArguments(), specification.service());
  }

  /** All but the size of the heap, unless the user has decided on that too. */
  List<String> withoutHeap() {
    List<String> arguments = new ArrayList<>();
    arguments.add("--enable-native-access=ALL-UNNAMED");
    arguments.add("--add-modules=jdk.incubator.vector");
    arguments.addAll(SAFE_COPIES);
    if (user.stream().noneMatch(JvmArguments::choosesCollector)) {
      arguments.add("-XX:+UseSerialGC");
    }
    if (Collections.disjoint(user, LOOPS_THAT_RUN_THROUGH)) {
      arguments.addAll(LOOPS_THAT_STOP);
    }
    arguments.addAll(user);
    return arguments;
  }

  /** All, with the size of the heap that ranks have on hosts like this one. */
  List<String> withHeap(List<HostShare> shares) {
    HeapShare heap = heap(shares);
    if (service.isPresent()) {
      heap = heap.without(service.get().memory(), HostMemory.bytes());
    }
    List<String> arguments = withoutHeap();
    arguments.addAll(heap.arguments());
    return arguments;
  }

  /** What each rank gets of its host's memory as its heap, where there is no service. */
  HeapShare heap(List<HostShare> shares) {
    if (user.stream().anyMatch(JvmArguments::choosesHeap)) {
      return HeapShare.UNDECIDED;
    }
    int most = shares.stream().mapToInt(share -> share.locations().size()).max().orElse(1);
    return new HeapShare(Math.min(LARGEST_SHARE, ALL_RANKS / most));
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
