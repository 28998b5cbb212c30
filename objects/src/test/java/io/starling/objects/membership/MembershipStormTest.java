package io.starling.objects.membership;

import static io.starling.objects.membership.VirtualStores.MILLISECOND;
import static io.starling.objects.membership.VirtualStores.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.protocol.View;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Seconds to minutes of random faults, then peace. {@code -Dstarling.seed=N} repeats one seed. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MembershipStormTest {

  private static final Long SEED = Long.getLong("starling.seed");
  private static final int SEEDS = Integer.getInteger("starling.seeds", 60);
  private static final int MOST = 9;

  @Test
  void after_faults_all_living_stores_have_the_same_view_with_exactly_them() {
    int survived = 0;
    int lost = 0;
    int from = SEED == null ? 1 : Math.toIntExact(SEED);
    for (int seed = from; seed < from + (SEED == null ? SEEDS : 1); seed++) {
      try {
        VirtualStores stores = new VirtualStores(seed, 1 + seed % MOST);
        storm(stores);
        if (calm(stores)) {
          survived++;
        } else {
          lost++;
        }
      } catch (RuntimeException failure) {
        throw new AssertionError("seed " + seed, failure);
      }
    }
    assertThat(SEED != null || survived > lost).as("most storms leave a quorum").isTrue();
  }

  private static void storm(VirtualStores stores) {
    Random random = stores.random;
    stores.slowDown(random.nextBoolean() ? 2 * MILLISECOND : 60 * MILLISECOND);
    for (int faults = random.nextInt(2, 25); faults > 0; faults--) {
      fault(stores, random);
      stores.run(random.nextLong(random.nextBoolean() ? SECOND / 10 : 12 * SECOND));
    }
  }

  private static void fault(VirtualStores stores, Random random) {
    List<VirtualStore> living = stores.living();
    VirtualStore one = living.get(random.nextInt(living.size()));
    VirtualStore other = living.get(random.nextInt(living.size()));
    boolean spare = living.size() > 2;
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        if (spare) {
          one.kill();
        }
      }
      case 2 -> {
        if (spare) {
          one.vanish();
        }
      }
      case 3, 4, 5 -> {
        if (living.size() < MOST) {
          stores.start().join();
        }
      }
      case 6 -> one.stopped = true;
      case 7 -> one.lazy = true;
      case 8 -> {
        if (one.membership != null && spare && !one.stopped) {
          one.leave();
        }
      }
      case 9 -> {
        if (one != other && random.nextBoolean()) {
          stores.refuse(one.port, other.port, true);
        } else if (one != other) {
          stores.cut(one.port, other.port, true);
        }
      }
      case 10 -> {
        Set<Integer> part = new HashSet<>();
        living.stream().filter(store -> random.nextBoolean()).forEach(s -> part.add(s.port));
        stores.partition(part);
      }
      default -> stores.heal();
    }
  }

  /** Ends the faults; returns whether there was a quorum left, after checking that all is well. */
  private static boolean calm(VirtualStores stores) {
    stores.heal();
    stores.slowDown(2 * MILLISECOND);
    // Time to notice the dead, and to learn of the newest view.
    stores.run(12 * SECOND);
    View newest = stores.newest();
    long holders = stores.living().stream().filter(store -> newest.equals(store.view())).count();
    if (holders > 0 && hasQuorum(stores, newest)) {
      restartForgotten(stores, newest);
      stores.await(10 * SECOND, stores::isSettled);
      assertThat(stores.living()).noneMatch(store -> store.withoutQuorum);
      return true;
    }
    stores.run(20 * SECOND);
    assertThat(stores.newest()).as("seed %d", stores.seed).isEqualTo(newest);
    for (VirtualStore store : stores.living()) {
      assertThat(store.isJoining() || store.withoutQuorum)
          .as("seed %d: %s", stores.seed, stores)
          .isTrue();
    }
    return false;
  }

  private static boolean hasQuorum(VirtualStores stores, View view) {
    Keepers keepers = Keepers.of(view);
    return keepers.count(slot -> stores.bySlot(slot) != null && !stores.bySlot(slot).dead)
        >= keepers.majority();
  }

  /** A store whose view has no other living store finds none: a person has to start it again. */
  private static void restartForgotten(VirtualStores stores, View newest) {
    for (VirtualStore store : stores.living()) {
      if (store.withoutQuorum
          && store.view().members().stream()
              .noneMatch(member -> newest.contains(member.slot()) && member.slot() != store.slot)) {
        store.join();
      }
    }
  }
}
