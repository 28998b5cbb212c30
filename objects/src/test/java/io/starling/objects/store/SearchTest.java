package io.starling.objects.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.SimulatedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three stores, objects of two stripes, and every run with so many delays and deaths: each message,
 * detection and view may be late, and each store may die at each event. Search by delays reaches
 * most orders with few of them (delay-bounded scheduling, Emmi, Qadeer and Rakamarić 2011).
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SearchTest {

  private static final int STORES = 3;

  /** A late message is passed by what others send meanwhile, there and back. */
  private static final LinkFigures LINKS =
      new LinkFigures(1.25, 20_000, 90_000, Duration.ofMillis(1));

  private record Death(int step, int slot) {}

  /** What was different in a run, for people who look for what went wrong. */
  private record Plan(List<Integer> late, List<Death> deaths) {}

  /**
   * What a run was.
   *
   * @param choices how many messages, detections and views could be late
   * @param steps how many events there were
   * @param settled the event after which all stores were in the view without the dead
   */
  private record Counts(int choices, int steps, int settled) {}

  private int runs;

  @ParameterizedTest
  @EnumSource
  void each_run_with_up_to_two_late_messages(Scenario scenario) {
    int first = run(scenario, new Plan(List.of(), List.of())).choices();
    for (int i = 0; i < first; i++) {
      int second = run(scenario, new Plan(List.of(i), List.of())).choices();
      for (int j = i + 1; j < second; j++) {
        run(scenario, new Plan(List.of(i, j), List.of()));
      }
    }
    assertThat(runs).as("runs").isGreaterThan(first);
  }

  @ParameterizedTest
  @EnumSource
  void each_run_with_a_death(Scenario scenario) {
    int steps = run(scenario, new Plan(List.of(), List.of())).steps();
    for (Death death : deaths(0, steps)) {
      run(scenario, new Plan(List.of(), List.of(death)));
    }
    assertThat(runs).isEqualTo(1 + STORES * steps);
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @EnumSource
  void each_run_with_a_late_message_and_a_death(Scenario scenario) {
    int first = run(scenario, new Plan(List.of(), List.of())).choices();
    for (int i = 0; i < first; i++) {
      int steps = run(scenario, new Plan(List.of(i), List.of())).steps();
      for (Death death : deaths(0, steps)) {
        run(scenario, new Plan(List.of(i), List.of(death)));
      }
    }
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @EnumSource
  void each_run_with_two_deaths_of_which_the_second_comes_before_the_view_without_the_first(
      Scenario scenario) {
    int steps = run(scenario, new Plan(List.of(), List.of())).steps();
    for (Death first : deaths(0, steps)) {
      int settled = run(scenario, new Plan(List.of(), List.of(first))).settled();
      for (Death second : deaths(first.step() + 1, settled)) {
        if (second.slot() != first.slot()) {
          run(scenario, new Plan(List.of(), List.of(first, second)));
        }
      }
    }
  }

  private static List<Death> deaths(int from, int to) {
    List<Death> deaths = new ArrayList<>();
    for (int step = from; step < to; step++) {
      for (int slot = 0; slot < STORES; slot++) {
        deaths.add(new Death(step, slot));
      }
    }
    return deaths;
  }

  private Counts run(Scenario scenario, Plan plan) {
    runs++;
    try {
      return run(new Chances(plan.late()), scenario, plan.deaths());
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("%s: %s".formatted(plan, e.getMessage()), e);
    }
  }

  private static Counts run(Chances chances, Scenario scenario, List<Death> deaths) {
    SimulatedCluster cluster =
        new SimulatedCluster(
            STORES, LINKS, new StoreOptions(1 << 20, Duration.ofMillis(50)), true, chances);
    Invariants invariants = new Invariants(cluster, true);
    Scenario.Play play = scenario.begin(cluster);
    int step = 0;
    int settled = 0;
    boolean over = false;
    while (!over) {
      for (Death death : deaths) {
        if (death.step() == step && cluster.alive().size() > 1) {
          cluster.kill(death.slot());
        }
      }
      boolean idle = !cluster.time().step();
      invariants.check();
      settled = cluster.isSettled() ? settled : step;
      over = step >= last(deaths) && (idle || play.isOver());
      step++;
    }
    Counts counts = new Counts(chances.count(), step, settled);
    play.end(deaths.size());
    invariants.checkAtRest();
    return counts;
  }

  private static int last(List<Death> deaths) {
    return deaths.isEmpty() ? -1 : deaths.getLast().step();
  }
}
