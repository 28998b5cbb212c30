package io.starling.bench.laboratory.study.objects;

/**
 * A model of Hoplite's section 5.2.
 *
 * <p>The paper has no times of computation. These follow from its ratios r on 16 nodes, if the
 * trainer of the slower system gets 8 gradients and sends 8 models one by one, and that of the
 * faster one waits for a broadcast, a computation and a reduce: 16 S/B = r (2 S/B + computing).
 */
enum Model {
  RESNET_50(97, 5.0),
  ALEXNET(233, 7.8),
  VGG_16(528, 7.0);

  private static final double TRANSFERS = 16;
  private static final double TRANSFERS_OF_OBJECTS = 2;

  private final int mebibytes;
  private final double ratio;

  Model(int mebibytes, double ratio) {
    this.mebibytes = mebibytes;
    this.ratio = ratio;
  }

  /** The model of this size. */
  static Model of(double bytes) {
    for (Model model : values()) {
      if (model.bytes() == bytes) {
        return model;
      }
    }
    throw new IllegalArgumentException("no model of %.0f bytes".formatted(bytes));
  }

  long bytes() {
    return mebibytes * (1L << 20);
  }

  /** How many times as fast as Ray training is in the paper, on 16 nodes. */
  double ratio() {
    return ratio;
  }

  /** The seconds for a gradient. */
  double computing() {
    return (TRANSFERS / ratio - TRANSFERS_OF_OBJECTS) * Optimum.transfer((double) bytes());
  }
}
