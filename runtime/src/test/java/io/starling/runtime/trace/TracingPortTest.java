package io.starling.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TracingPortTest {

  private static final long TAG = Tags.pointToPoint(0, 1, 7);

  @TempDir private Path folder;

  private final List<String> told = new ArrayList<>();
  private final StillPort still = new StillPort();
  private final Completions engine =
      new Completions() {
        @Override
        public void completed(int transfer, long tag, long bytes) {
          told.add("%d: tag %d, %d bytes".formatted(transfer, Tags.userTagOf(tag), bytes));
        }

        @Override
        public void failed(int transfer, Failure failure, String detail) {
          told.add("%d: %s".formatted(transfer, failure));
        }
      };
  private TraceLog log = TraceLog.onHeap(100);
  private long now = 1000;

  private TracingPort port() {
    TracingPort port = new TracingPort(still, log, () -> now);
    port.attach(engine);
    return port;
  }

  private void assertEvent(long event, EventKind kind, Ending ending, long begin, long end) {
    assertThat(log.kind(event)).isEqualTo(kind);
    assertThat(log.ending(event)).isEqualTo(ending);
    assertThat(log.begin(event)).isEqualTo(begin);
    assertThat(log.end(event)).isEqualTo(end);
  }

  private static void receive(Port port, int transfer, long tag, long mask) {
    port.receive(transfer, tag, mask, MemorySegment.NULL, 0, 64);
  }

  private static void send(Port port, int transfer, int peer, long tag) {
    port.send(transfer, peer, tag, MemorySegment.NULL, 0, 16, false);
  }

  @Test
  void transfers_are_noted_from_post_to_completion_and_passed_on() {
    Port port = port();
    receive(port, 0, TAG, Tags.EXACT);
    now = 2000;
    send(port, 5, 1, Tags.pointToPoint(0, 0, 7));
    now = 3000;
    still.completions.completed(5, 0, 16);
    now = 4000;
    still.completions.completed(0, TAG, 48);
    assertThat(log.count()).isEqualTo(2);
    assertEvent(0, EventKind.RECEIVE, Ending.COMPLETE, 1000, 4000);
    assertThat(log.bytes(0)).isEqualTo(48);
    assertThat(log.peer(0)).isEqualTo(1);
    assertEvent(1, EventKind.SEND, Ending.COMPLETE, 2000, 3000);
    assertThat(told).containsExactly("5: tag 0, 16 bytes", "0: tag 7, 48 bytes");
  }

  @Test
  void folds_are_noted() {
    Port port = port();
    MemorySegment none = MemorySegment.NULL;
    still.duringFold = () -> now += 500;
    port.fold(null, none, 0, none, 0, none, 0, 32, 3, engine);
    assertEvent(0, EventKind.FOLD, Ending.COMPLETE, 1000, 1500);
    assertThat(log.bytes(0)).isEqualTo(32);
    assertThat(told).containsExactly("3: tag 0, 32 bytes");
  }

  @Test
  void noise_is_noted_where_somebody_tells_of_it() {
    port().disturbed(1200, 1700);
    assertEvent(0, EventKind.NOISE, Ending.COMPLETE, 1200, 1700);
  }

  @Test
  void a_post_that_is_refused_is_noted_as_broken() {
    Port port = port();
    still.refusal = new IllegalStateException("no");
    assertThatThrownBy(() -> send(port, 0, 1, TAG)).isSameAs(still.refusal);
    assertEvent(0, EventKind.SEND, Ending.BROKEN, 1000, 1000);
  }

  @Test
  void a_receive_of_anything_learns_from_its_message() {
    Port port = port();
    receive(port, 0, 0, Tags.mask(true, true));
    assertThat(log.peer(0)).isEqualTo(-1);
    assertThat(log.number(0)).isEqualTo(MessageCounter.UNKNOWN);
    still.completions.completed(0, TAG, 8);
    assertThat(log.peer(0)).isEqualTo(1);
    assertThat(log.tag(0)).isEqualTo(TAG);
    assertThat(log.number(0)).isZero();
  }

  @Test
  void both_ends_count_messages_alike_and_a_cancelled_receive_takes_none() {
    Port port = port();
    receive(port, 0, TAG, Tags.EXACT);
    still.completions.completed(0, TAG, 8);
    receive(port, 0, TAG, Tags.EXACT);
    still.completions.failed(0, Completions.Failure.CANCELLED, null);
    receive(port, 0, TAG, Tags.EXACT);
    send(port, 1, 1, Tags.pointToPoint(0, 0, 7));
    send(port, 2, 2, Tags.pointToPoint(0, 0, 7));
    send(port, 3, 1, Tags.pointToPoint(0, 0, 7));
    assertThat(log.number(0)).isZero();
    assertThat(log.ending(1)).isEqualTo(Ending.CANCELLED);
    assertThat(log.number(2)).isEqualTo(1);
    assertThat(List.of(log.number(3), log.number(4), log.number(5))).containsExactly(0, 0, 1);
  }

  @Test
  void the_last_events_are_kept_and_the_others_counted() {
    log = TraceLog.onHeap(4);
    Port port = port();
    for (int i = 0; i < 10; i++) {
      now = i;
      send(port, i, 1, TAG);
    }
    now = 100;
    // The first is no longer there, and its end must not be taken for that of another.
    still.completions.completed(0, 0, 0);
    still.completions.completed(9, 0, 0);
    assertThat(log.count()).isEqualTo(10);
    assertThat(log.first()).isEqualTo(6);
    assertEvent(6, EventKind.SEND, Ending.UNFINISHED, 6, 6);
    assertEvent(8, EventKind.SEND, Ending.UNFINISHED, 8, 8);
    assertEvent(9, EventKind.SEND, Ending.COMPLETE, 9, 100);
  }

  @Test
  void what_is_unfinished_is_shown_until_the_end() throws IOException {
    receive(port(), 0, TAG, Tags.EXACT);
    Path file = folder.resolve("trace.json");
    TraceWriter.write(List.of(new TracedRank(0, "rank 0", log)), true, 5000, file);
    assertThat(Files.readString(file)).contains("\"ts\":1.000,\"dur\":3.999,\"cat\":\"receives\"");
  }

  @Test
  void a_log_on_the_heap_grows_up_to_its_limit() {
    log = TraceLog.onHeap(5000);
    for (int i = 0; i < 7000; i++) {
      log.begin(EventKind.FOLD, i, -1, 0, i, 0);
    }
    assertThat(log.first()).isEqualTo(2000);
    assertThat(log.bytes(2000)).isEqualTo(2000);
    assertThat(log.begin(6999)).isEqualTo(6999);
  }

  @Test
  void without_the_variable_nothing_is_installed() {
    assertThat(TraceFolder.trace(still, Map.of())).isSameAs(still);
  }

  @Test
  void what_a_rank_noted_is_in_the_folder_even_if_it_never_ends() throws IOException {
    Path file = folder.resolve("trace.json");
    Map<String, String> variables;
    try (TraceFolder job = TraceFolder.create(2)) {
      variables = job.variables();
      Port port = TraceFolder.trace(still, variables);
      assertThat(port).isInstanceOf(TracingPort.class);
      port.attach(still.completions);
      receive(port, 0, TAG, Tags.EXACT);
      TraceSummary summary = job.writeTo(file);
      assertThat(summary).isEqualTo(new TraceSummary(1, 0, 0, List.of(1)));
      assertThat(summary.describe("x")).contains("1 events in x; nothing came from rank 1;");
      assertThat(Files.readString(file)).contains("receive 64 B from 1, tag 7 (unfinished)");
    }
    assertThat(Path.of(variables.get(TraceFolder.VARIABLE))).doesNotExist();
    assertThatThrownBy(() -> TraceFolder.trace(still, variables))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("rank 0 can't be traced");
  }
}
