package io.starling.examples.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CartPoleTest {

  private static final int SPEED = 1;
  private static final int ANGLE = 2;
  private static final int TURNING = 3;

  /** The equations of motion that follow from the Lagrangian, not solved for anything. */
  @Test
  void every_step_fulfils_the_equations_of_motion() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100; i++) {
      double angle = random.nextDouble(-0.2, 0.2);
      double turning = random.nextDouble(-2, 2);
      boolean right = random.nextBoolean();
      CartPole cart = new CartPole(0, 0.5, angle, turning);
      cart.push(right);
      double acceleration = (cart.state()[SPEED] - 0.5) / CartPole.SECONDS;
      double turn = (cart.state()[TURNING] - turning) / CartPole.SECONDS;
      double moment = CartPole.POLE * CartPole.HALF_LENGTH;
      double force =
          (CartPole.CART + CartPole.POLE) * acceleration
              + moment * turn * Math.cos(angle)
              - moment * turning * turning * Math.sin(angle);
      assertThat(force).isCloseTo(right ? CartPole.FORCE : -CartPole.FORCE, within(1e-3));
      assertThat(
              acceleration * Math.cos(angle)
                  + 4.0 / 3 * CartPole.HALF_LENGTH * turn
                  - CartPole.GRAVITY * Math.sin(angle))
          .isCloseTo(0, within(1e-3));
    }
  }

  @Test
  void the_mirror_image_moves_as_the_mirror_image() {
    CartPole cart = new CartPole(0.1, -0.2, 0.03, 0.4);
    CartPole mirrored = new CartPole(-0.1, 0.2, -0.03, -0.4);
    SplittableRandom random = new SplittableRandom(3);
    for (int step = 0; step < 10; step++) {
      boolean right = random.nextBoolean();
      assertThat(cart.push(right)).isEqualTo(mirrored.push(!right));
      for (int i = 0; i < CartPole.STATE; i++) {
        assertThat(cart.state()[i]).isEqualTo(-mirrored.state()[i]);
      }
    }
  }

  @Test
  void a_pole_that_is_always_pushed_to_one_side_falls_to_the_other() {
    CartPole cart = CartPole.random(new SplittableRandom(1));
    while (cart.push(true)) {
      assertThat(cart.steps()).isLessThan(20);
    }
    assertThat(cart.state()[ANGLE]).isLessThan((float) -Math.toRadians(12));
  }

  @Test
  void a_cart_that_leaves_the_track_ends_the_episode() {
    CartPole cart = new CartPole(2.399, 1, 0, 0);
    assertThat(cart.push(true)).isFalse();
  }

  @Test
  void who_pushes_to_where_the_pole_falls_balances_it_to_the_end() {
    CartPole cart = CartPole.random(new SplittableRandom(1));
    boolean goesOn = true;
    while (goesOn) {
      float[] state = cart.state();
      goesOn = cart.push(state[ANGLE] + 0.3 * state[TURNING] + 0.02 * state[SPEED] > 0);
    }
    assertThat(cart.steps()).isEqualTo(CartPole.MOST_STEPS);
  }
}
