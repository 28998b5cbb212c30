package io.starling.objects.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import io.starling.objects.copy.Region;
import io.starling.objects.copy.Space;
import io.starling.objects.protocol.FromPrimary.Granted;
import io.starling.objects.protocol.FromPrimary.Source;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.Transfer;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.Streams;
import io.starling.runtime.StarlingException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A fetch and its two halves, event by event. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FetchTest implements GetListener {

  private static final int PRIMARY = 0;
  private static final long STRIPE = Lane.stripe(1);
  private static final long SIZE = 4 * STRIPE;
  private static final long HALF = 2 * STRIPE;

  private record Sent(int to, Message message) {}

  private final ObjectId id = ObjectId.of("object");
  private final List<Sent> sent = new ArrayList<>();
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final CopyTable copies = new CopyTable();
  private final Requests requests = new Requests((to, what) -> sent.add(new Sent(to, what)));
  private final Space space = new Space(10 * SIZE, new NoContents());
  private final Queue<Runnable> timed = new ArrayDeque<>();
  private final Timers timers = (delay, action) -> timed.add(action);
  private Streams streams;
  private Fetches fetches;
  private Get get;

  private static final class NoContents implements Region {
    @Override
    public boolean prepare(long offset, long length) {
      return true;
    }

    @Override
    public MemorySegment at(long offset, long length) {
      return null;
    }

    @Override
    public void punch(long offset, long length) {}
  }

  @BeforeEach
  void begin() {
    requests.enter(View.ofSlots(1, PRIMARY));
    streams =
        new Streams(
            (to, what) -> sent.add(new Sent(to, what)),
            slot -> {},
            fetch -> copies.of(fetch.id()),
            asked -> fetches.isLocating(asked));
    Reservations reservations =
        new Reservations(space, copies, requests, timers, Duration.ofSeconds(1), () -> "");
    fetches =
        new Fetches(
            new Tools(requests, streams, reservations, copies, space, new Stamps(9), timers),
            later::add);
    get = fetches.get(id, this);
    assertThat(take(ToPrimary.Locate.class))
        .containsExactly(new ToPrimary.Locate(id, Lane.ALL, View.NO_STORE));
  }

  @Test
  void one_end_is_enough_when_both_halves_are_there() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 2, 0));
    long even = stream(1);
    long odd = stream(2);
    restart(even, 7);
    restart(odd, 7);
    bytes(odd, STRIPE);
    assertThat(copy().watermark()).isZero();
    bytes(even, HALF);
    assertThat(copy().watermark()).isEqualTo(3 * STRIPE);
    streams.onMessage(1, new Transfer.End(even));
    assertThat(copy().isComplete()).isFalse();
    bytes(odd, STRIPE);
    assertThat(copy().isComplete()).isTrue();
    assertThat(take(Transfer.Stop.class)).containsExactly(new Transfer.Stop(odd));
    assertThat(take(ToPrimary.Completed.class)).hasSize(1);
  }

  @Test
  void without_an_end_nothing_is_complete() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 1, 0));
    for (long stream : List.of(stream(1), stream(1))) {
      restart(stream, 7);
      bytes(stream, HALF);
    }
    assertThat(copy().watermark()).isEqualTo(SIZE);
    assertThat(copy().isComplete()).isFalse();
  }

  @Test
  void a_half_that_ended_asks_again_when_the_other_is_of_another_content() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 2, 0));
    long even = stream(1);
    long odd = stream(2);
    restart(even, 7);
    bytes(even, HALF);
    streams.onMessage(1, new Transfer.End(even));
    restart(odd, 8);
    bytes(odd, HALF);
    assertThat(copy().watermark()).isZero();
    run(timed);
    assertThat(take(ToPrimary.Locate.class))
        .containsExactly(new ToPrimary.Locate(id, Lane.EVEN, View.NO_STORE));
    grant(new Source(Lane.EVEN, 3, 0));
    long again = stream(3);
    restart(again, 8);
    bytes(again, HALF);
    assertThat(copy().isComplete()).isFalse();
    streams.onMessage(3, new Transfer.End(again));
    assertThat(copy().isComplete()).isTrue();
    assertThat(copy().stamp()).isEqualTo(8);
  }

  @Test
  void a_half_that_ended_waits_for_the_other_to_begin_anew() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 2, 0));
    long even = stream(1);
    long odd = stream(2);
    restart(odd, 6);
    restart(even, 7);
    bytes(even, HALF);
    streams.onMessage(1, new Transfer.End(even));
    restart(odd, 7);
    run(timed);
    assertThat(take(ToPrimary.Locate.class)).isEmpty();
    bytes(odd, HALF);
    assertThat(copy().isComplete()).isTrue();
  }

  @Test
  void a_half_that_ended_goes_on_where_it_is_told_to() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 2, 0));
    long even = stream(1);
    restart(even, 7);
    bytes(even, HALF);
    streams.onMessage(1, new Transfer.End(even));
    grant(new Source(Lane.EVEN, 3, 0), new Source(Lane.ODD, 3, 0));
    assertThat(take(Transfer.Fetch.class))
        .filteredOn(fetch -> fetch.stream() > 2)
        .extracting(Transfer.Fetch::from)
        .containsExactly(HALF, 0L);
  }

  @Test
  void a_source_that_both_halves_lose_is_one_question_and_both_go_on_where_they_were() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 1, 0));
    long even = stream(1);
    long odd = stream(1);
    restart(even, 7);
    restart(odd, 7);
    bytes(even, STRIPE);
    streams.onLost(1);
    run(later);
    assertThat(take(ToPrimary.Locate.class)).containsExactly(new ToPrimary.Locate(id, Lane.ALL, 1));
    grant(new Source(Lane.EVEN, 2, 0));
    assertThat(take(ToPrimary.Locate.class))
        .extracting(ToPrimary.Locate::lane)
        .containsOnly(Lane.ODD);
    assertThat(take(Transfer.Fetch.class))
        .singleElement()
        .matches(fetch -> fetch.from() == STRIPE && fetch.stamp() == 7);
  }

  @Test
  void an_object_of_another_size_replaces_both_halves() {
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 1, 0));
    long even = stream(1);
    long odd = stream(1);
    fetches.onGranted(
        new Granted(id, ObjectType.BYTES, 2 * SIZE, List.of(new Source(Lane.EVEN, 2, 0))));
    assertThat(take(Transfer.Stop.class))
        .containsExactly(new Transfer.Stop(even), new Transfer.Stop(odd));
    assertThat(take(ToPrimary.Locate.class))
        .extracting(ToPrimary.Locate::lane)
        .containsOnly(Lane.ODD);
    assertThat(copy().size()).isEqualTo(2 * SIZE);
  }

  @Test
  void a_reader_that_was_told_first_waits_for_the_grant() {
    Transfer.Fetch early = new Transfer.Fetch(1, id, SIZE, Lane.EVEN, 0, 0, 0);
    streams.onMessage(5, early);
    assertThat(take(Transfer.Gone.class)).isEmpty();
    grant(new Source(Lane.EVEN, 1, 0), new Source(Lane.ODD, 1, 0));
    assertThat(streams.serving()).isEqualTo(1);
  }

  @Test
  void a_reader_that_waits_for_a_grant_hears_that_none_comes() {
    streams.onMessage(5, new Transfer.Fetch(1, id, SIZE, Lane.EVEN, 0, 0, 0));
    streams.onMessage(5, new Transfer.Fetch(2, id, SIZE, Lane.ODD, 0, 0, 0));
    streams.onMessage(5, new Transfer.Stop(1));
    fetches.close(get);
    assertThat(take(Transfer.Gone.class)).containsExactly(new Transfer.Gone(2));
  }

  private Copy copy() {
    return copies.of(id);
  }

  private void grant(Source... sources) {
    fetches.onGranted(new Granted(id, ObjectType.BYTES, SIZE, List.of(sources)));
  }

  /** The stream that was asked of a store first. */
  private long stream(int source) {
    Sent first =
        sent.stream()
            .filter(asked -> asked.to() == source && asked.message() instanceof Transfer.Fetch)
            .findFirst()
            .orElseThrow();
    sent.remove(first);
    return ((Transfer.Fetch) first.message()).stream();
  }

  private void restart(long stream, long stamp) {
    streams.onMessage(1, new Transfer.Restart(stream, stamp));
  }

  private void bytes(long stream, long length) {
    streams.onBytes(stream, length);
  }

  private static void run(Queue<Runnable> actions) {
    Stream.generate(actions::poll).takeWhile(action -> action != null).forEach(Runnable::run);
  }

  private <T> List<T> take(Class<T> kind) {
    List<T> found =
        sent.stream().map(Sent::message).filter(kind::isInstance).map(kind::cast).toList();
    sent.removeIf(message -> kind.isInstance(message.message()));
    return found;
  }

  @Override
  public void onValue(ObjectType type, byte[] value) {}

  @Override
  public void onProgress(Copy copy) {}

  @Override
  public void onFailed(StarlingException reason) {
    throw reason;
  }
}
