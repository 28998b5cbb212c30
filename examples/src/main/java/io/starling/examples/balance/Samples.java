package io.starling.examples.balance;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What an actor saw in some episodes, in one array, a row a step:
 *
 * <pre>{@code
 * state (4)  |  1 for a push to the right  |  the probability of that push  |  discounted return
 * }</pre>
 *
 * <p>The last element of the array is the mean number of steps of its episodes.
 */
public final class Samples {

  static final int ACTION = CartPole.STATE;
  static final int PROBABILITY = ACTION + 1;
  static final int RETURN = PROBABILITY + 1;
  static final int WIDTH = RETURN + 1;

  private static final float DISCOUNT = 0.99f;

  /** The return of a pole that would stand on for ever: the end of time is no fault of a policy. */
  private static final float FOREVER = 1 / (1 - DISCOUNT);

  private Samples() {}

  /** Plays some episodes by a policy. */
  public static float[] play(Policy policy, int episodes, SplittableRandom random) {
    float[] rows = new float[episodes * CartPole.MOST_STEPS * WIDTH + 1];
    int end = 0;
    for (int episode = 0; episode < episodes; episode++) {
      int begin = end;
      CartPole cart = CartPole.random(random);
      boolean goesOn = true;
      while (goesOn) {
        float[] state = cart.state();
        float right = policy.right(state);
        boolean action = random.nextDouble() < right;
        System.arraycopy(state, 0, rows, end, CartPole.STATE);
        rows[end + ACTION] = action ? 1 : 0;
        rows[end + PROBABILITY] = action ? right : 1 - right;
        end += WIDTH;
        goesOn = cart.push(action);
      }
      float discounted = cart.stands() ? FOREVER : 0;
      for (int row = end - WIDTH; row >= begin; row -= WIDTH) {
        discounted = 1 + DISCOUNT * discounted;
        rows[row + RETURN] = discounted;
      }
    }
    rows[end] = (float) end / WIDTH / episodes;
    return Arrays.copyOf(rows, end + 1);
  }

  /** The mean number of steps of the episodes. */
  public static float meanReturn(float[] samples) {
    return samples[samples.length - 1];
  }

  static int rows(float[] samples) {
    return (samples.length - 1) / WIDTH;
  }
}
