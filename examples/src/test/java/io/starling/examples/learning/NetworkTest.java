package io.starling.examples.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NetworkTest {

  private static final float STEP = 1e-2f;

  private final Digits training = Digits.training();
  private final Digits heldOut = Digits.heldOut();

  @Test
  void the_gradient_is_the_slope_of_the_loss_for_every_parameter() {
    Network network = Network.random(5, 3);
    int[] rows = {0, 7, 500};
    float[] gradient = network.gradient(training, rows);
    float[] slopes = new float[network.parameters().length];
    for (int i = 0; i < slopes.length; i++) {
      float before = network.parameters()[i];
      network.parameters()[i] = before + STEP;
      double above = loss(network, rows);
      network.parameters()[i] = before - STEP;
      double below = loss(network, rows);
      network.parameters()[i] = before;
      slopes[i] = (float) ((above - below) / (2 * STEP));
    }
    assertThat(Arrays.copyOf(gradient, slopes.length)).containsExactly(slopes, within(2e-4f));
  }

  @Test
  void a_gradient_of_several_images_is_the_mean_of_theirs_and_so_is_the_loss() {
    Network network = Network.random(4, 1);
    float[] both = network.gradient(training, 3, 9);
    float[] one = network.gradient(training, 3);
    float[] other = network.gradient(training, 9);
    for (int i = 0; i < both.length; i++) {
      assertThat(both[i]).isCloseTo((one[i] + other[i]) / 2, within(1e-5f));
    }
  }

  @Test
  void a_network_learns_digits_that_it_has_not_seen() {
    Network network = Network.random(32, 1);
    SplittableRandom random = new SplittableRandom(1);
    assertThat(network.accuracy(heldOut)).isLessThan(0.3);
    for (int step = 0; step < 300; step++) {
      network.descend(network.gradient(training, Network.draw(random, training, 64)), 0.5f);
    }
    assertThat(network.accuracy(heldOut)).isGreaterThan(0.93);
  }

  @Test
  void the_parameters_tell_the_width_of_the_hidden_layer() {
    Network network = Network.random(17, 5);
    Network same = Network.of(network.parameters().clone());
    assertThat(same.gradient(training, 1, 2)).isEqualTo(network.gradient(training, 1, 2));
    assertThatThrownBy(() -> Network.of(new float[100])).hasMessageContaining("100 parameters");
  }

  @Test
  void no_digit_is_both_learned_from_and_held_out() {
    assertThat(training.count()).isEqualTo(1438);
    assertThat(heldOut.count()).isEqualTo(359);
    for (float[] image : heldOut.images()) {
      assertThat(image).hasSize(Digits.PIXELS);
      for (float pixel : image) {
        assertThat(pixel).isBetween(0f, 1f);
      }
      assertThat(Arrays.asList(training.images())).noneMatch(other -> Arrays.equals(image, other));
    }
    for (int digit = 0; digit < Digits.CLASSES; digit++) {
      assertThat(heldOut.labels()).contains(digit);
    }
  }

  private double loss(Network network, int... rows) {
    float[] gradient = network.gradient(training, rows);
    return gradient[gradient.length - 1];
  }
}
