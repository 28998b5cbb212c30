package io.starling.bench.laboratory.study;

import io.starling.bench.report.Mark;
import io.starling.runtime.transport.simulated.DeviceUse;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What figure 11 compares: ADAPT's machine with what the engine does for GPUs, without one of that,
 * and the baselines without any of it, as the libraries that the paper names had none.
 */
enum GpuVariant {
  /**
   * Forwards what it has received from the host's memory, folds on the GPU, and copies from GPU to
   * GPU.
   */
  ADAPT(Implementation.ADAPT, "", DeviceUse.FULL, 0),
  /** Copies between GPUs through the host. */
  NO_PEERS(Implementation.ADAPT, ", no peer copies", use(true, true), 6),
  /** Copies besides from the GPU whatever it sends. */
  NO_CACHE(Implementation.ADAPT, ", no peer copies, no cache", use(false, true), 3),
  /** Folds besides with the processor. */
  HOST_FOLDS(Implementation.ADAPT, ", no peer copies, host folds", use(true, false), 3),
  /** What is left where the engine does the same for a baseline. */
  WAITALL_ALIKE(Implementation.WAITALL, ", GPU as adapt", DeviceUse.FULL, 5),
  WAITALL(Implementation.WAITALL, "", use(false, false), 1),
  BLOCKING(Implementation.BLOCKING, "", use(false, false), 2),
  WAITALL_BINOMIAL(Implementation.WAITALL_BINOMIAL, "", use(false, false), 4);

  /** As other libraries do it. */
  static final List<GpuVariant> PEERS = List.of(WAITALL, BLOCKING, WAITALL_BINOMIAL);

  private final Implementation implementation;
  private final String label;
  private final DeviceUse use;
  private final Mark mark;

  GpuVariant(Implementation implementation, String difference, DeviceUse use, int mark) {
    this.implementation = implementation;
    label = implementation.label() + difference;
    this.use = use;
    this.mark = Mark.of(mark);
  }

  /** Without copies from GPU to GPU. */
  private static DeviceUse use(boolean caches, boolean folds) {
    return new DeviceUse(
        caches ? DeviceUse.FULL.hostCopyBytes() : 0,
        folds ? DeviceUse.FULL.folds() : DeviceUse.NO_FOLDS,
        DeviceUse.NO_PEERS);
  }

  String label() {
    return label;
  }

  DeviceUse use() {
    return use;
  }

  /** What {@code withAlgorithm} takes. */
  String specification(StudyCollective collective, String segment) {
    return implementation.specification(collective, segment);
  }

  /**
   * What adapt lacks besides in one of them: a broadcast folds nothing, a reduce sends nothing
   * twice.
   */
  static GpuVariant lacking(StudyCollective collective) {
    return switch (collective) {
      case BROADCAST -> NO_CACHE;
      case REDUCE -> HOST_FOLDS;
    };
  }

  /** Those to compare in a collective. */
  static List<GpuVariant> of(StudyCollective collective) {
    return List.of(
        ADAPT, NO_PEERS, lacking(collective), WAITALL_ALIKE, WAITALL, BLOCKING, WAITALL_BINOMIAL);
  }

  /** How a variant looks in a plot; empty if none has this label. */
  static Optional<Mark> mark(String label) {
    return Stream.of(values())
        .filter(variant -> variant.label.equals(label))
        .findFirst()
        .map(variant -> variant.mark);
  }
}
