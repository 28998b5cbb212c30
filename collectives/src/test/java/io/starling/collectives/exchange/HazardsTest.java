package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HazardsTest {

  private final Hazards hazards = new Hazards();

  private Set<Integer> read(int move, long offset, long length) {
    Set<Integer> found = new TreeSet<>();
    hazards.read(move, offset, length, found::add);
    return found;
  }

  private Set<Integer> write(int move, long offset, long length) {
    Set<Integer> found = new TreeSet<>();
    hazards.write(move, offset, length, found::add);
    return found;
  }

  @Test
  void who_comes_first_waits_for_nobody() {
    assertThat(read(0, 0, 10)).isEmpty();
    assertThat(write(1, 10, 10)).isEmpty();
  }

  @Test
  void a_read_waits_for_the_last_write() {
    write(0, 0, 10);
    write(1, 0, 10);
    assertThat(read(2, 0, 10)).containsExactly(1);
  }

  @Test
  void reads_do_not_wait_for_each_other() {
    read(0, 0, 10);
    assertThat(read(1, 0, 10)).isEmpty();
  }

  @Test
  void a_write_waits_for_all_reads_since_the_last_write() {
    write(0, 0, 10);
    read(1, 0, 10);
    read(2, 5, 5);
    assertThat(write(3, 0, 10)).containsExactly(0, 1, 2);
    assertThat(write(4, 0, 10)).as("earlier reads are no concern any more").containsExactly(3);
  }

  @Test
  void a_write_waits_for_the_write_before() {
    write(0, 0, 10);
    assertThat(write(1, 9, 1)).containsExactly(0);
  }

  @Test
  void neighbouring_bytes_are_nobodys_concern() {
    write(0, 10, 10);
    assertThat(read(1, 0, 10)).isEmpty();
    assertThat(read(2, 20, 10)).isEmpty();
    assertThat(write(3, 0, 10)).containsExactly(1);
  }

  @Test
  void a_write_into_the_middle_leaves_both_ends_as_they_were() {
    write(0, 0, 30);
    write(1, 10, 10);
    assertThat(read(2, 0, 10)).containsExactly(0);
    assertThat(read(3, 10, 10)).containsExactly(1);
    assertThat(read(4, 20, 10)).containsExactly(0);
    assertThat(read(5, 9, 2)).containsExactly(0, 1);
  }

  @Test
  void a_read_across_a_gap_is_remembered_there_too() {
    write(0, 0, 4);
    write(1, 8, 4);
    assertThat(read(2, 0, 12)).containsExactly(0, 1);
    assertThat(write(3, 5, 2)).containsExactly(2);
  }

  @Test
  void a_move_that_reads_what_it_writes_does_not_wait_for_itself() {
    write(0, 0, 10);
    assertThat(read(1, 0, 10)).containsExactly(0);
    assertThat(write(1, 0, 10)).containsExactly(0);
    assertThat(read(2, 0, 10)).containsExactly(1);
  }

  @Test
  void no_bytes_are_no_concern() {
    write(0, 0, 10);
    assertThat(read(1, 5, 0)).isEmpty();
    assertThat(write(2, 5, 0)).isEmpty();
    assertThat(write(3, 0, 10)).containsExactly(0);
  }

  @Test
  void any_moves_wait_for_those_that_a_history_of_every_byte_names() {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    SplittableRandom chance = new SplittableRandom(seed);
    EveryByte model = new EveryByte(40);
    for (int move = 0; move < 2000; move++) {
      int from = chance.nextInt(40);
      int length = chance.nextInt(41 - from);
      boolean reads = chance.nextBoolean();
      Set<Integer> found = reads ? read(move, from, length) : write(move, from, length);
      assertThat(found)
          .as("move %d, seed %d", move, seed)
          .isEqualTo(reads ? model.read(move, from, length) : model.write(move, from, length));
    }
  }

  /** The same without ranges. */
  private static final class EveryByte {
    private final int[] writer;
    private final List<Set<Integer>> readers = new ArrayList<>();

    EveryByte(int size) {
      writer = new int[size];
      Arrays.fill(writer, -1);
      Arrays.stream(writer).forEach(nobody -> readers.add(new TreeSet<>()));
    }

    Set<Integer> read(int move, int from, int length) {
      Set<Integer> found = new TreeSet<>();
      for (int at = from; at < from + length; at++) {
        found.add(writer[at]);
        readers.get(at).add(move);
      }
      found.remove(-1);
      return found;
    }

    Set<Integer> write(int move, int from, int length) {
      Set<Integer> found = new TreeSet<>();
      for (int at = from; at < from + length; at++) {
        found.add(writer[at]);
        found.addAll(readers.get(at));
        writer[at] = move;
        readers.get(at).clear();
      }
      found.remove(-1);
      return found;
    }
  }
}
