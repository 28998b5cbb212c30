package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.topology.layout.Layout;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ProgramTest {

  private static final int SEGMENT = 100;

  private static Schedule write(Problem problem, int rank, int size, Pattern pattern) {
    return Program.schedule(
        pattern,
        problem,
        Layout.flat(size).hierarchy(rank),
        rank,
        size,
        new Tuning(SEGMENT, 2, 3, 2));
  }

  private static Schedule write(long bytes, Pattern pattern) {
    return write(Problem.whole(Problem.NO_ROOT, bytes, 1, Problem.APART), 1, 4, pattern);
  }

  @Test
  void a_message_is_cut_into_segments() {
    Schedule schedule = write(250, program -> program.send(0, program.data()));
    assertThat(schedule.length()).containsExactly(100, 100, 50);
    assertThat(schedule.message()).containsExactly(0, 1, 2);
  }

  @Test
  void nothing_is_no_message() {
    Schedule schedule =
        write(
            0,
            program -> {
              program.send(0, program.data());
              program.receiveAndFold(0, program.data(), program.result());
              program.copy(program.data(), program.result());
            });
    assertThat(schedule.moves()).isZero();
    assertThat(schedule.scratchBytes()).isZero();
  }

  @Test
  void what_is_received_is_sent_on_segment_by_segment() {
    Schedule schedule =
        write(
            200,
            program -> {
              program.receive(0, program.result());
              program.send(2, program.result());
            });
    assertThat(AllRanks.waitsFor(schedule, 2)).containsExactly(0);
    assertThat(AllRanks.waitsFor(schedule, 3)).containsExactly(1);
  }

  @Test
  void a_send_waits_for_the_one_a_window_before_and_the_last_of_a_window_is_confirmed() {
    Schedule schedule = write(500, program -> program.send(0, program.data()));
    assertThat(schedule.kind())
        .containsExactly(
            Schedule.SEND,
            Schedule.SEND_CONFIRMED,
            Schedule.SEND,
            Schedule.SEND_CONFIRMED,
            Schedule.SEND);
    assertThat(AllRanks.waitsFor(schedule, 1)).isEmpty();
    assertThat(AllRanks.waitsFor(schedule, 2)).containsExactly(0);
    assertThat(AllRanks.waitsFor(schedule, 3)).containsExactly(1);
    assertThat(AllRanks.waitsFor(schedule, 4)).containsExactly(1, 2);
  }

  /** Sends that are not confirmed end at once here, as short ones do. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7})
  void a_late_receiver_holds_less_than_two_windows_of_a_peer(int window) {
    Schedule schedule =
        Program.schedule(
            program -> program.send(0, program.data()),
            Problem.whole(Problem.NO_ROOT, 100 * SEGMENT, 1, Problem.APART),
            Layout.flat(2).hierarchy(1),
            1,
            2,
            new Tuning(SEGMENT, window, window + 1, 2));
    boolean[] ended = new boolean[schedule.moves()];
    int begun = 0;
    for (int move = 0; move < schedule.moves(); move++) {
      if (AllRanks.waitsFor(schedule, move).stream().allMatch(other -> ended[other])) {
        begun++;
        ended[move] = schedule.kind()[move] == Schedule.SEND;
      }
    }
    assertThat(begun).isEqualTo(2 * window - 1);
  }

  @Test
  void a_receive_waits_for_the_one_a_window_before() {
    Schedule schedule = write(500, program -> program.receive(0, program.result()));
    assertThat(AllRanks.waitsFor(schedule, 2)).isEmpty();
    assertThat(AllRanks.waitsFor(schedule, 3)).containsExactly(0);
    assertThat(AllRanks.waitsFor(schedule, 4)).containsExactly(1);
  }

  @Test
  void peers_have_windows_and_numbers_of_their_own() {
    Schedule schedule =
        write(
            200,
            program -> {
              program.send(0, program.data());
              program.send(2, program.data());
            });
    assertThat(schedule.message()).containsExactly(0, 1, 0, 1);
    assertThat(schedule.prerequisites()).containsOnly(0);
  }

  @Test
  void a_slot_is_received_into_again_only_after_its_fold() {
    Schedule schedule =
        write(400, program -> program.receiveAndFold(0, program.data(), program.result()));
    int fourthReceive = 6;
    int firstFold = 1;
    assertThat(schedule.kind()[fourthReceive]).isEqualTo(Schedule.RECEIVE);
    assertThat(AllRanks.waitsFor(schedule, fourthReceive)).contains(firstFold);
    assertThat(schedule.scratchBytes()).isEqualTo(3 * 128);
  }

  @Test
  void shared_slots_are_used_in_turn() {
    Schedule schedule =
        write(
            100,
            program -> {
              for (int i = 0; i < 4; i++) {
                Span slot = program.slot(SEGMENT);
                program.receive(0, slot);
                program.send(2, slot);
              }
            });
    int fourthReceive = 6;
    int firstSend = 1;
    assertThat(AllRanks.waitsFor(schedule, fourthReceive)).contains(firstSend);
    assertThat(schedule.scratchBytes()).isEqualTo(3 * 128);
  }

  @Test
  void in_place_the_data_is_part_of_the_result() {
    Problem problem =
        new Problem(
            Problem.NO_ROOT, 300, 1, Blocks.equal(1, 100), Blocks.equal(3, 100), /* inPlace */ 200);
    Schedule schedule =
        write(
            problem,
            0,
            3,
            program -> {
              program.send(1, program.data());
              program.receive(1, program.result(2));
              program.receive(2, program.result(0));
              program.copy(program.data(), program.result(2));
            });
    assertThat(schedule.moves()).as("a copy onto itself is left out").isEqualTo(3);
    assertThat(schedule.area()[Schedule.SOURCE]).isEqualTo((byte) Area.RESULT.ordinal());
    assertThat(schedule.offset()[Schedule.SOURCE]).isEqualTo(200);
    assertThat(AllRanks.waitsFor(schedule, 1)).containsExactly(0);
    assertThat(AllRanks.waitsFor(schedule, 2)).isEmpty();
  }

  @Test
  void a_group_numbers_its_members_from_zero_on() {
    Schedule schedule =
        write(
            100,
            program -> {
              Program group = program.within(3, 1);
              assertThat(group.rank()).isEqualTo(1);
              assertThat(group.size()).isEqualTo(2);
              group.send(0, group.data());
              group.within(1, 0).send(1, program.data());
            });
    assertThat(schedule.peer()).containsExactly(3, 3);
  }

  @Test
  void a_group_without_this_rank_is_refused() {
    assertThatThrownBy(() -> write(100, program -> program.within(0, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rank 1 is not in the group");
  }

  @Test
  void a_signal_waits_for_all_signals_that_were_awaited_before() {
    Schedule schedule =
        write(
            0,
            program -> {
              program.awaitSignal(0);
              program.awaitSignal(2);
              program.signal(3);
              program.awaitSignal(3);
            });
    assertThat(AllRanks.waitsFor(schedule, 2)).containsExactly(0, 1);
    assertThat(schedule.prerequisites()[3]).isZero();
  }

  @Test
  void a_piece_ends_with_its_span() {
    Span span = new Span(Area.DATA, 1000, 250);
    assertThat(span.piece(200, 100)).isEqualTo(new Span(Area.DATA, 1200, 50));
    assertThat(span.piece(300, 100).length()).isZero();
    assertThatThrownBy(() -> span.slice(200, 100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bytes 200 to 300 are not inside");
  }
}
