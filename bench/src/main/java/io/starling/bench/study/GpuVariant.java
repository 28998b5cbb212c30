package io.starling.bench.study;

import io.starling.bench.report.Mark;
import io.starling.runtime.transport.simulated.DeviceUse;
import java.util.List;
import java.util.stream.Stream;

/**
 * What figure 11 compares: ADAPT's machine with what the engine does for GPUs, without one of that,
 * and the baselines without any of it, as the libraries that the paper names had none.
 */
enum GpuVariant {
  /** Forwards what it has received from the host's memory, and folds on the GPU. */
  ADAPT(Implementation.ADAPT, "", true, true, 0),
  /** Copies from the GPU whatever it sends. */
  NO_CACHE(Implementation.ADAPT, ", no cache", false, true, 3),
  /** Folds with the processor. */
  HOST_FOLDS(Implementation.ADAPT, ", host folds", true, false, 3),
  /** What is left where the engine does the same for a baseline. */
  WAITALL_ALIKE(Implementation.WAITALL, ", GPU as adapt", true, true, 5),
  WAITALL(Implementation.WAITALL, "", false, false, 1),
  BLOCKING(Implementation.BLOCKING, "", false, false, 2),
  WAITALL_BINOMIAL(Implementation.WAITALL_BINOMIAL, "", false, false, 4);

  /** As other libraries do it. */
  static final List<GpuVariant> PEERS = List.of(WAITALL, BLOCKING, WAITALL_BINOMIAL);

  private final Implementation implementation;
  private final String label;
  private final DeviceUse use;
  private final Mark mark;

  GpuVariant(
      Implementation implementation, String difference, boolean caches, boolean folds, int mark) {
    this.implementation = implementation;
    label = implementation.label() + difference;
    use =
        new DeviceUse(
            caches ? DeviceUse.FULL.hostCopyBytes() : 0,
            folds ? DeviceUse.FULL.folds() : DeviceUse.NO_FOLDS);
    this.mark = Mark.of(mark);
  }

  String label() {
    return label;
  }

  DeviceUse use() {
    return use;
  }

  /** What {@code withAlgorithm} takes. */
  String specification(Collective collective, String segment) {
    return implementation.specification(collective, segment);
  }

  /** What adapt lacks in one of them: a broadcast folds nothing, a reduce sends nothing twice. */
  static GpuVariant lacking(Collective collective) {
    return switch (collective) {
      case BROADCAST -> NO_CACHE;
      case REDUCE -> HOST_FOLDS;
    };
  }

  /** Those to compare in a collective. */
  static List<GpuVariant> of(Collective collective) {
    return List.of(ADAPT, lacking(collective), WAITALL_ALIKE, WAITALL, BLOCKING, WAITALL_BINOMIAL);
  }

  /** How it looks in a plot. */
  static Mark mark(String label) {
    return Stream.of(values())
        .filter(variant -> variant.label.equals(label))
        .findFirst()
        .orElseThrow()
        .mark;
  }
}
