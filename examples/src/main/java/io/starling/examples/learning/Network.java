package io.starling.examples.learning;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A neural network with one hidden layer that tells digits apart: tanh, then softmax. All its
 * parameters are one array.
 *
 * <pre>{@code
 * parameters:  hidden x (PIXELS weights, 1 bias)  |  CLASSES x (hidden weights, 1 bias)
 * gradient:    the same, and the loss as one element more
 * }</pre>
 *
 * <p>The loss travels behind the gradient, so that a sum of gradients has the sum of losses, too.
 */
public final class Network {

  private static final int INPUTS = Digits.PIXELS;
  private static final int OUTPUTS = Digits.CLASSES;

  private final int hidden;
  private final float[] parameters;

  private Network(int hidden, float[] parameters) {
    this.hidden = hidden;
    this.parameters = parameters;
  }

  /**
   * Small random weights.
   *
   * @param hidden the width of the hidden layer
   */
  public static Network random(int hidden, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Network network = new Network(hidden, new float[size(hidden)]);
    for (int i = 0; i < network.parameters.length; i++) {
      int inputs = i < network.second() ? INPUTS : hidden;
      network.parameters[i] = (float) (random.nextDouble(-1, 1) / Math.sqrt(inputs));
    }
    return network;
  }

  /** The network with these parameters, which it keeps. */
  public static Network of(float[] parameters) {
    int hidden = (parameters.length - OUTPUTS) / (INPUTS + 1 + OUTPUTS);
    if (size(hidden) != parameters.length) {
      throw new IllegalArgumentException(
          "no network has %d parameters".formatted(parameters.length));
    }
    return new Network(hidden, parameters);
  }

  private static int size(int hidden) {
    return hidden * (INPUTS + 1) + OUTPUTS * (hidden + 1);
  }

  /** All parameters; not a copy. */
  public float[] parameters() {
    return parameters;
  }

  /** Where the second layer begins. */
  private int second() {
    return hidden * (INPUTS + 1);
  }

  /**
   * The mean gradient over some images, and their mean loss (cross-entropy) behind it.
   *
   * @param rows which images
   */
  public float[] gradient(Digits digits, int... rows) {
    float[] gradient = new float[parameters.length + 1];
    float[] layer = new float[hidden];
    float[] shares = new float[OUTPUTS];
    for (int row : rows) {
      float[] image = digits.images()[row];
      int label = digits.labels()[row];
      evaluate(image, layer, shares);
      gradient[parameters.length] -= (float) Math.log(Math.max(shares[label], Float.MIN_NORMAL));
      shares[label] -= 1;
      addGradient(image, layer, shares, gradient);
    }
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] /= rows.length;
    }
    return gradient;
  }

  /** Takes a step down a gradient, whose length may be that of {@link #gradient}. */
  public void descend(float[] gradient, float rate) {
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] -= rate * gradient[i];
    }
  }

  /** Which digit an image shows, 0 to 9. */
  public int classify(float[] image) {
    float[] shares = new float[OUTPUTS];
    evaluate(image, new float[hidden], shares);
    int best = 0;
    for (int output = 1; output < OUTPUTS; output++) {
      best = shares[output] > shares[best] ? output : best;
    }
    return best;
  }

  /** The share of images that are classified right, 0 to 1. */
  public double accuracy(Digits digits) {
    int right = 0;
    for (int row = 0; row < digits.count(); row++) {
      right += classify(digits.images()[row]) == digits.labels()[row] ? 1 : 0;
    }
    return (double) right / digits.count();
  }

  private void evaluate(float[] image, float[] layer, float[] shares) {
    for (int unit = 0; unit < hidden; unit++) {
      layer[unit] = (float) Math.tanh(dot(unit * (INPUTS + 1), image));
    }
    for (int output = 0; output < OUTPUTS; output++) {
      shares[output] = dot(second() + output * (hidden + 1), layer);
    }
    float most = shares[0];
    for (float share : shares) {
      most = Math.max(most, share);
    }
    float sum = 0;
    for (int output = 0; output < OUTPUTS; output++) {
      shares[output] = (float) Math.exp(shares[output] - most);
      sum += shares[output];
    }
    for (int output = 0; output < OUTPUTS; output++) {
      shares[output] /= sum;
    }
  }

  /** The weights from an offset on times the values, plus the bias behind the weights. */
  private float dot(int offset, float[] values) {
    float sum = parameters[offset + values.length];
    for (int i = 0; i < values.length; i++) {
      sum += parameters[offset + i] * values[i];
    }
    return sum;
  }

  private void addGradient(float[] image, float[] layer, float[] errors, float[] gradient) {
    float[] back = new float[hidden];
    for (int output = 0; output < OUTPUTS; output++) {
      int offset = second() + output * (hidden + 1);
      for (int unit = 0; unit < hidden; unit++) {
        back[unit] += errors[output] * parameters[offset + unit];
        gradient[offset + unit] += errors[output] * layer[unit];
      }
      gradient[offset + hidden] += errors[output];
    }
    for (int unit = 0; unit < hidden; unit++) {
      float error = back[unit] * (1 - layer[unit] * layer[unit]);
      int offset = unit * (INPUTS + 1);
      for (int pixel = 0; pixel < INPUTS; pixel++) {
        gradient[offset + pixel] += error * image[pixel];
      }
      gradient[offset + INPUTS] += error;
    }
  }

  /** Random rows of a set of images, the same one perhaps twice. */
  public static int[] draw(SplittableRandom random, Digits digits, int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> random.nextInt(digits.count()));
    return rows;
  }
}
