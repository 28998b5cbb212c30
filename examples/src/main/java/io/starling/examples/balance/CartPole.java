package io.starling.examples.balance;

import java.util.SplittableRandom;

/**
 * A pole stands on a cart, which is pushed to the left or to the right 50 times a second (Barto,
 * Sutton and Anderson, 1983). Each step is worth 1 until the pole leans too far, the cart leaves
 * the track, or {@link #MOST_STEPS} are done.
 *
 * <pre>{@code
 *        /  angle > 0
 *  _____/_____
 * |___________|  ---> position > 0
 *    o     o
 * }</pre>
 */
public final class CartPole {

  /** The numbers of a state: position (m), speed (m/s), angle (rad), angular speed (rad/s). */
  public static final int STATE = 4;

  /** The best return. */
  public static final int MOST_STEPS = 500;

  static final double GRAVITY = 9.8;
  static final double CART = 1;
  static final double POLE = 0.1;
  static final double HALF_LENGTH = 0.5;
  static final double FORCE = 10;
  static final double SECONDS = 0.02;
  private static final double MOST_POSITION = 2.4;
  private static final double MOST_ANGLE = Math.toRadians(12);
  private static final double START = 0.05;

  private double position;
  private double speed;
  private double angle;
  private double turning;
  private int steps;

  /** A cart in a given state. */
  CartPole(double position, double speed, double angle, double turning) {
    this.position = position;
    this.speed = speed;
    this.angle = angle;
    this.turning = turning;
  }

  /** A cart near the middle, with a pole that nearly stands. */
  public static CartPole random(SplittableRandom random) {
    return new CartPole(
        random.nextDouble(-START, START),
        random.nextDouble(-START, START),
        random.nextDouble(-START, START),
        random.nextDouble(-START, START));
  }

  /**
   * Pushes for a fiftieth of a second (Euler's method).
   *
   * @return whether it goes on
   */
  public boolean push(boolean right) {
    double mass = CART + POLE;
    double sine = Math.sin(angle);
    double cosine = Math.cos(angle);
    double push = ((right ? FORCE : -FORCE) + POLE * HALF_LENGTH * turning * turning * sine) / mass;
    double turn =
        (GRAVITY * sine - cosine * push)
            / (HALF_LENGTH * (4.0 / 3 - POLE * cosine * cosine / mass));
    double acceleration = push - POLE * HALF_LENGTH * turn * cosine / mass;
    position += SECONDS * speed;
    speed += SECONDS * acceleration;
    angle += SECONDS * turning;
    turning += SECONDS * turn;
    steps++;
    return steps < MOST_STEPS && stands();
  }

  /** Whether the pole stands and the cart is on the track. */
  public boolean stands() {
    return Math.abs(position) <= MOST_POSITION && Math.abs(angle) <= MOST_ANGLE;
  }

  /** Position, speed, angle and angular speed. */
  public float[] state() {
    return new float[] {(float) position, (float) speed, (float) angle, (float) turning};
  }

  /** The steps so far, which are the return, too. */
  public int steps() {
    return steps;
  }
}
