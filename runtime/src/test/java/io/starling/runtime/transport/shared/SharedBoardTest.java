package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.Board;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Exchanges of two ranks on their board. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SharedBoardTest {

  private static final int SLOTS = 8;
  private static final int[] BOTH = {1, 0};

  private final SharedPair pair = new SharedPair(SMALL);
  private final Board root = pair.from.board(3, BOTH);
  private final Board reader = pair.to.board(3, BOTH);

  /** The places in the group, in which rank 1 comes first. */
  private static final int ROOT = 1;

  private static final int READER = 0;

  @AfterEach
  void close() {
    pair.close();
  }

  private static int read(Board board, int member, long number) {
    return board.memory().get(ValueLayout.JAVA_INT_UNALIGNED, board.place(member, number));
  }

  private void post(long number) {
    root.begin((int) number, number, SharedPair.number((int) number), 0, Integer.BYTES, Board.NONE);
    root.end(number);
  }

  private void awaitPost(long number) {
    reader.begin((int) number, number, null, 0, 0, ROOT);
  }

  private void progress() {
    pair.from.progress();
    pair.to.progress();
  }

  @Test
  void both_post_and_both_read_native_memory_or_an_array() {
    root.begin(1, 40, SharedPair.number(5), 0, Integer.BYTES, Board.ALL);
    assertThat(pair.sender.lines).isEmpty();
    MemorySegment array = MemorySegment.ofArray(new int[] {6, 7});
    reader.begin(2, 40, array, Integer.BYTES, Integer.BYTES, Board.ALL);
    progress();

    assertThat(pair.sender.lines).containsExactly("1: 4 bytes");
    assertThat(pair.receiver.lines).containsExactly("2: 4 bytes");
    for (Board board : new Board[] {root, reader}) {
      assertThat(read(board, ROOT, 40)).isEqualTo(5);
      assertThat(read(board, READER, 40)).isEqualTo(7);
      assertThat(board.length(ROOT, 40)).isEqualTo(4);
    }
  }

  @Test
  void the_longest_post_arrives_whole() {
    MemorySegment data = SharedPair.fill(SharedPair.memory(Board.MOST_BYTES));
    root.begin(1, 0, data, 0, Board.MOST_BYTES, Board.NONE);
    awaitPost(0);
    MemorySegment post = reader.memory().asSlice(reader.place(ROOT, 0), Board.MOST_BYTES);
    assertThat(post.mismatch(data)).isEqualTo(-1);
  }

  @Test
  void a_post_stays_until_it_is_read_however_far_its_rank_is_ahead() {
    for (int i = 0; i <= SLOTS; i++) {
      post(i);
    }
    progress();
    assertThat(pair.sender.lines).hasSize(SLOTS);
    assertThat(root.waitsFor(SLOTS)).isEqualTo("ranks that have not read earlier posts");

    for (int i = 0; i <= SLOTS; i++) {
      awaitPost(i);
      assertThat(pair.receiver.lines).hasSize(i + 1);
      assertThat(read(reader, ROOT, i)).isEqualTo(i);
      progress();
      assertThat(pair.sender.lines).hasSize(i == 0 ? SLOTS : SLOTS + 1);
      reader.end(i);
      progress();
    }
    assertThat(pair.sender.lines).hasSize(SLOTS + 1);
  }

  @Test
  void exchanges_end_in_the_order_in_which_they_begin() {
    awaitPost(1);
    awaitPost(2);
    assertThat(reader.waitsFor(1)).isEqualTo("the posts of ranks 0");
    root.begin(7, 2, SharedPair.number(2), 0, Integer.BYTES, Board.NONE);
    progress();
    assertThat(pair.receiver.lines).isEmpty();
    root.begin(8, 1, SharedPair.number(1), 0, Integer.BYTES, Board.NONE);
    progress();
    assertThat(pair.receiver.lines).containsExactly("1: 0 bytes", "2: 0 bytes");
  }

  @Test
  void a_cancelled_exchange_ends_and_those_after_it_go_on() {
    awaitPost(1);
    awaitPost(2);
    reader.cancel(1);
    assertThat(pair.receiver.lines).containsExactly("1: CANCELLED");
    post(1);
    post(2);
    progress();
    assertThat(pair.receiver.lines).containsExactly("1: CANCELLED", "2: 0 bytes");
  }

  @Test
  void a_rank_reads_its_own_post_before_it_posts_in_the_same_slot() {
    for (int i = 0; i <= SLOTS; i++) {
      root.begin(i, i, SharedPair.number(i), 0, Integer.BYTES, Board.NONE);
      awaitPost(i);
      reader.end(i);
      progress();
    }
    assertThat(pair.sender.lines).hasSize(SLOTS);
    assertThat(read(root, ROOT, 0)).isZero();
    root.end(0);
    progress();
    assertThat(pair.sender.lines).hasSize(SLOTS + 1);
  }

  @Test
  void an_exchange_that_all_cancel_leaves_its_slot_free() {
    for (Board board : new Board[] {root, reader}) {
      MemorySegment one = SharedPair.number(1);
      board.begin(1, 3, one, 0, Integer.BYTES, board == root ? READER : Board.NONE);
    }
    root.begin(2, 4, null, 0, 0, READER);
    root.cancel(1);
    root.cancel(2);
    for (Board board : new Board[] {root, reader}) {
      board.end(3);
      board.end(4);
      board.begin(5, 3 + SLOTS, SharedPair.number(5), 0, Integer.BYTES, Board.ALL);
    }
    progress();
    progress();
    assertThat(pair.sender.lines).contains("5: 4 bytes");
    assertThat(pair.receiver.lines).contains("5: 4 bytes");
  }

  @Test
  void an_exchange_that_ends_does_not_free_the_posts_of_one_that_is_not_read() {
    post(0);
    post(1);
    awaitPost(0);
    awaitPost(1);
    reader.end(1);
    post(SLOTS);
    progress();
    assertThat(pair.sender.lines).hasSize(2);
    reader.end(0);
    progress();
    assertThat(pair.sender.lines).hasSize(3);
  }

  @Test
  void numbers_with_gaps_use_a_slot_again_only_when_it_is_read() {
    post(0);
    post(5L * SLOTS);
    progress();
    assertThat(pair.sender.lines).hasSize(1);
    awaitPost(0);
    reader.end(0);
    progress();
    assertThat(pair.sender.lines).hasSize(2);
  }

  @Test
  void a_post_wakes_a_rank_that_sleeps() {
    awaitPost(1);
    assertThat(pair.to.arm()).isTrue();
    post(1);
    long begin = System.nanoTime();
    pair.to.sleep(TimeUnit.MINUTES.toNanos(1));
    assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
    progress();
    assertThat(pair.receiver.lines).hasSize(1);
  }

  @Test
  void a_rank_that_waits_for_readers_does_not_sleep_for_long() {
    IntStream.rangeClosed(0, SLOTS).forEach(this::post);
    assertThat(pair.from.arm()).isTrue();
    assertThat(pair.from.longestSleep()).isLessThan(1_000_000);
    pair.from.disarm();
  }

  @Test
  void ranks_that_share_cores_have_no_board() {
    try (SharedPair sharing = new SharedPair(SMALL.withExclusiveCores(false))) {
      assertThat(sharing.from.board(0, BOTH)).isNull();
    }
  }
}
