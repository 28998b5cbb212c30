package io.starling.examples.balance;

import java.util.List;

/**
 * The probability of a push to the right: the logistic function of a weighted sum of the state.
 *
 * <p>It learns by the policy gradient. A sample counts as much as it is more or less worth than the
 * mean of all, and as likely as it is under this policy compared with the actor's, which may be
 * older: 1 at most, as in IMPALA (Espeholt and others, 2018). Where all are worth about the same,
 * there is nothing to learn.
 */
public final class Policy {

  private final float[] weights;

  /** A policy with these weights, one for each number of a state, which it keeps. */
  public Policy(float... weights) {
    this.weights = weights;
  }

  /** Left or right by the toss of a coin. */
  public static Policy even() {
    return new Policy(new float[CartPole.STATE]);
  }

  /** The weights; not a copy. */
  public float[] weights() {
    return weights;
  }

  /** The probability of a push to the right. */
  public float right(float... state) {
    return logistic(sum(state, 0));
  }

  /** Takes a step up the gradient of the mean return of all samples. */
  public void learn(List<float[]> batches, float rate) {
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (float[] batch : batches) {
      for (int row = 0; row < batch.length - 1; row += Samples.WIDTH) {
        double worth = batch[row + Samples.RETURN];
        sum += worth;
        squares += worth * worth;
      }
      count += Samples.rows(batch);
    }
    double mean = sum / count;
    double deviation = Math.sqrt(Math.max(1, squares / count - mean * mean));
    double[] gradient = new double[weights.length];
    for (float[] batch : batches) {
      for (int row = 0; row < batch.length - 1; row += Samples.WIDTH) {
        add(gradient, batch, row, (batch[row + Samples.RETURN] - mean) / deviation);
      }
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] += (float) (rate * gradient[i] / count);
    }
  }

  /** The gradient of the logarithm of an action's probability is its surprise times the state. */
  private void add(double[] gradient, float[] batch, int row, double advantage) {
    float right = logistic(sum(batch, row));
    float action = batch[row + Samples.ACTION];
    double likely = (action == 1 ? right : 1 - right) / batch[row + Samples.PROBABILITY];
    double weight = Math.min(1, likely) * advantage * (action - right);
    for (int i = 0; i < weights.length; i++) {
      gradient[i] += weight * batch[row + i];
    }
  }

  private float sum(float[] values, int offset) {
    float sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * values[offset + i];
    }
    return sum;
  }

  private static float logistic(float value) {
    return (float) (1 / (1 + Math.exp(-value)));
  }
}
