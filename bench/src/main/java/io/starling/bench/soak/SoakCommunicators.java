package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The communicators of the walk: slots whose communicators are freed and made anew every now and
 * then. What a slot holds at a step depends on the seed and the step alone.
 */
final class SoakCommunicators {

  /** Slot 0 is the communicator of all. */
  static final int SLOTS = 8;

  private static final int LONGEST_LIFE = 60;
  private static final long NONE = -1;

  private final long seed;
  private final Communicator all;
  private final SoakCommunicator[] teams = new SoakCommunicator[SLOTS];
  private final long[] generations = new long[SLOTS];

  SoakCommunicators(long seed, Communicator all) {
    this.seed = seed;
    this.all = all;
    Arrays.fill(generations, NONE);
    teams[0] = SoakCommunicator.ofAll(all);
  }

  Communicator all() {
    return all;
  }

  /** The team of a slot at a step; all ranks ask for the same ones in the same order. */
  SoakCommunicator at(int slot, long step) {
    if (slot == 0) {
      return teams[0];
    }
    SeededRandom life = SeededRandom.of(seed, slot);
    int length = life.between(LONGEST_LIFE / 10, LONGEST_LIFE);
    long generation = (step + life.below(length)) / length;
    if (generations[slot] != generation) {
      free(slot);
      teams[slot] =
          SoakCommunicator.derive(all, SeededRandom.of(seed, slot, generation, all.size()));
      generations[slot] = generation;
    }
    return teams[slot];
  }

  void free(int slot) {
    if (teams[slot] != null) {
      teams[slot].close();
      teams[slot] = null;
      generations[slot] = NONE;
    }
  }

  /** Those that are there, with all that they were derived from. */
  List<Communicator> communicators() {
    List<Communicator> communicators = new ArrayList<>();
    for (SoakCommunicator team : teams) {
      if (team != null) {
        communicators.addAll(team.chain());
      }
    }
    communicators.add(all);
    return communicators;
  }

  void close() {
    for (int slot = 1; slot < SLOTS; slot++) {
      free(slot);
    }
  }
}
