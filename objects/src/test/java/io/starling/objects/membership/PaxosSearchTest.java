package io.starling.objects.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** All orders of messages of a few attempts, and many of more attempts. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PaxosSearchTest {

  private static final long SEED = Long.getLong("starling.seed", 1998L);
  private static final int WALKS = 5_000;
  private static final int STEPS = 120;

  @Test
  void two_proposers_never_get_two_views_decided_in_any_order_of_their_messages() {
    Set<Long> seen = new HashSet<>();
    Map<Object, Integer> numbers = new HashMap<>();
    Set<Integer> ends = new HashSet<>();
    Deque<byte[]> open = new ArrayDeque<>();
    open.add(new byte[0]);
    while (!open.isEmpty()) {
      byte[] path = open.removeLast();
      PaxosWorld world = replay(path);
      if (world.decided.size() > 1) {
        fail("after the steps %s two views: %s", Arrays.toString(path), world.decided);
      }
      world.decided.forEach(decision -> ends.add(decision.view().members().getFirst().slot()));
      for (int choice = 0; choice < world.choices(); choice++) {
        byte[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = (byte) choice;
        PaxosWorld next = replay(longer);
        if (next != null && seen.add(next.digest(numbers))) {
          open.add(longer);
        }
      }
    }
    assertThat(seen).as("states").hasSizeGreaterThan(50_000);
    assertThat(ends).as("each proposer wins somewhere").containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void three_proposers_that_begin_again_and_lose_messages_never_get_two_views_decided() {
    for (int walk = 0; walk < WALKS; walk++) {
      long seed = SEED + walk;
      Random random = new Random(seed);
      boolean duplicates = walk % 4 == 0;
      PaxosWorld world = new PaxosWorld(walk % 2 == 0 ? 3 : 5, duplicates, 3, 3, 3);
      for (int step = 0; step < STEPS; step++) {
        world.step(random.nextInt(world.choices()));
        if (world.decided.size() > 1) {
          fail("seed %d, step %d: two views: %s", seed, step, world.decided);
        }
      }
    }
  }

  private static PaxosWorld replay(byte[] path) {
    PaxosWorld world = new PaxosWorld(3, false, 1, 1);
    for (byte choice : path) {
      if (!world.step(choice)) {
        return null;
      }
    }
    return world;
  }
}
