package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input is refused before anything is sent, by a message that names the culprit. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BadInputTest {

  private static final String RANKS = "ranks are 0 to 1";

  /** Rank 0 of two; nobody needs to answer. */
  private final SteppedRanks ranks = new SteppedRanks(2, 2);

  private final Communicator world = ranks.worlds().getFirst();
  private final Buffer data = Buffer.of(new int[3]);
  private final Buffer result = Buffer.of(new int[3]);

  private void refused(ThrowingCallable call, String... culprits) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rank 0: ")
        .hasMessageContainingAll(culprits);
    assertThat(ranks.engine(0).activeOperations()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void a_root_that_is_no_rank(int root) {
    String culprit = "root " + root + " is not a rank";
    refused(() -> world.broadcast(data, root), culprit, RANKS);
    refused(() -> world.iBroadcast(data, root), culprit, RANKS);
    refused(() -> world.broadcastInit(data, root), culprit, RANKS);
    refused(() -> world.reduce(data, result, ReductionOperator.SUM, root), culprit, RANKS);
    refused(() -> world.iReduce(data, result, ReductionOperator.SUM, root), culprit, RANKS);
    refused(() -> world.reduceInit(data, result, ReductionOperator.SUM, root), culprit, RANKS);
  }

  @ParameterizedTest
  @ValueSource(ints = {-3, 2})
  void a_peer_that_is_no_rank(int peer) {
    refused(() -> world.send(data, peer, 0), "destination " + peer + " is not a rank", RANKS);
    refused(() -> world.receive(data, peer, 0), "source " + peer + " is not a rank", RANKS);
    refused(() -> world.sendInit(data, peer, 0), "destination " + peer, RANKS);
    refused(() -> world.receiveInit(data, peer, 0), "source " + peer, RANKS);
  }

  @Test
  void an_exchange_with_wrong_ranks_tags_or_buffers() {
    Buffer other = Buffer.of(new int[1]);
    refused(() -> world.sendReceive(data, 2, 0, other, 1, 0), "destination 2 is not a rank", RANKS);
    refused(() -> world.sendReceive(data, 1, 0, other, -3, 0), "source -3 is not a rank", RANKS);
    refused(() -> world.sendReceive(data, 1, -1, other, 1, 0), "tag -1 is out of range");
    refused(() -> world.iSendReceive(data, 1, 0, other, 1, -2), "tag -2 is out of range");
    refused(() -> world.sendReceive(data, -1, 0, other, 1, 0), "destination -1 is not a rank");
    refused(() -> world.sendReceive(data, 1, 0, Buffer.IN_PLACE, 1, 0), "buffer may not be IN_P");
    refused(() -> world.sendReceiveReplace(data, 1, 0, 2, 0), "source 2 is not a rank");
    refused(() -> world.iSendReceiveReplace(data, -4, 0, 1, 0), "destination -4 is not a rank");
    refused(
        () -> world.sendReceive(data, 1, 0, data.slice(2, 1), 1, 0),
        "data and buffer overlap; sendReceiveReplace takes one buffer for both");
    refused(() -> world.synchronousSend(data, 2, 0), "destination 2 is not a rank");
    refused(() -> world.iSynchronousSend(data, 1, -1), "tag -1");
    refused(() -> world.synchronousSendInit(data, -1, 0), "destination -1");
    try (Arena arena = Arena.ofConfined()) {
      Buffer readOnly = Buffer.of(arena.allocate(12).asReadOnly(), Datatype.INT32);
      refused(() -> world.sendReceive(data, 1, 0, readOnly, 1, 0), "buffer is read-only");
      refused(() -> world.sendReceiveReplace(readOnly, 1, 0, 1, 0), "buffer is read-only");
    }
  }

  @Test
  void nobody_sends_to_anybody() {
    refused(() -> world.send(data, Communicator.ANY_SOURCE, 0), "destination -1", RANKS);
    refused(() -> world.send(data, 1, Communicator.ANY_TAG), "tag -1 is out of range");
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, Communicator.MAX_TAG + 1, Integer.MIN_VALUE})
  void a_tag_out_of_range(int tag) {
    String culprit = "tag " + tag + " is out of range; tags are 0 to 1073741823";
    refused(() -> world.send(data, 1, tag), culprit);
    refused(() -> world.receive(data, 1, tag), culprit);
  }

  @Test
  void in_place_where_mpi_has_none() {
    refused(() -> world.broadcast(Buffer.IN_PLACE, 0), "data may not be IN_PLACE");
    refused(
        () -> world.reduce(Buffer.IN_PLACE, result, ReductionOperator.SUM, 1),
        "data may not be IN_PLACE");
    refused(
        () -> world.reduce(data, Buffer.IN_PLACE, ReductionOperator.SUM, 0),
        "result may not be IN_PLACE");
    refused(() -> world.send(Buffer.IN_PLACE, 1, 0), "data may not be IN_PLACE");
    refused(() -> world.receive(Buffer.IN_PLACE, 1, 0), "buffer may not be IN_PLACE");
  }

  @Test
  void a_result_that_does_not_fit_the_data() {
    refused(
        () -> world.reduce(data, Buffer.of(new int[2]), ReductionOperator.SUM, 0),
        "data (3 x INT32) and result (2 x INT32) must have the same count and datatype");
    refused(
        () -> world.reduce(data, Buffer.of(new float[3]), ReductionOperator.SUM, 0),
        "data (3 x INT32) and result (3 x FLOAT32)");
    refused(() -> world.reduce(data, Buffer.EMPTY, ReductionOperator.SUM, 0), "(0 x INT8)");
  }

  @Test
  void a_result_that_overlaps_the_data() {
    try (Arena arena = Arena.ofConfined()) {
      Buffer all = Buffer.of(arena.allocate(16, Integer.BYTES), Datatype.INT32);
      refused(
          () -> world.reduce(all.slice(0, 3), all.slice(1, 3), ReductionOperator.SUM, 0),
          "data and result overlap",
          "IN_PLACE");
      Buffer array = Buffer.of(new int[4]);
      refused(
          () -> world.iReduce(array.slice(1, 3), array.slice(0, 3), ReductionOperator.SUM, 0),
          "data and result overlap");
      world.iReduce(array.slice(0, 2), array.slice(2, 2), ReductionOperator.SUM, 1);
    }
  }

  @Test
  void a_result_that_overlaps_a_read_only_view_of_it() {
    MemorySegment all = MemorySegment.ofArray(new int[4]);
    Buffer view = Buffer.of(all.asReadOnly().asSlice(4, 12), Datatype.INT32);
    refused(
        () -> world.reduce(view, Buffer.of(all, Datatype.INT32, 3), ReductionOperator.SUM, 0),
        "data and result overlap");
  }

  @Test
  void memory_to_receive_into_that_is_read_only() {
    try (Arena arena = Arena.ofConfined()) {
      Buffer readOnly = Buffer.of(arena.allocate(12).asReadOnly(), Datatype.INT32);
      refused(() -> world.receive(readOnly, 1, 0), "buffer is read-only");
      refused(() -> world.broadcast(readOnly, 1), "data is read-only");
      refused(() -> world.reduce(data, readOnly, ReductionOperator.SUM, 0), "result is read-only");
      world.iSend(readOnly, 1, 0);
    }
  }

  @Test
  void memory_whose_arena_is_closed() {
    Arena arena = Arena.ofConfined();
    Buffer gone = Buffer.of(arena.allocate(12, Integer.BYTES), Datatype.INT32);
    arena.close();
    refused(() -> world.send(gone, 1, 0), "the arena of data is closed");
    refused(() -> world.receive(gone, 1, 0), "the arena of buffer is closed");
    refused(() -> world.broadcast(gone, 0), "the arena of data is closed");
    refused(() -> world.reduce(gone, result, ReductionOperator.SUM, 0), "arena of data");
    refused(() -> world.reduce(data, gone, ReductionOperator.SUM, 0), "arena of result");
  }

  @Test
  void memory_whose_arena_is_closed_between_two_starts() {
    Arena arena = Arena.ofConfined();
    Buffer early = Buffer.of(arena.allocate(12, Integer.BYTES), Datatype.INT32);
    PersistentRequest send = world.sendInit(early, 1, 0);
    PersistentRequest receive = world.receiveInit(early, 1, 0);
    PersistentRequest broadcast = world.broadcastInit(early, 0);
    PersistentRequest reduce = world.reduceInit(data, early, ReductionOperator.SUM, 0);
    send.start().await();
    arena.close();
    refused(send::start, "the arena of data is closed");
    refused(receive::start, "the arena of buffer is closed");
    refused(broadcast::start, "the arena of data is closed");
    refused(reduce::start, "the arena of result is closed");
  }

  @Test
  void memory_that_is_confined_to_another_thread() {
    Buffer confined =
        CompletableFuture.supplyAsync(
                () -> Buffer.of(Arena.ofConfined().allocate(8), Datatype.INT8))
            .join();
    refused(
        () -> world.send(confined, 1, 0),
        "data is confined to another thread than '" + Thread.currentThread().getName() + "'");
    refused(() -> world.receive(confined, 1, 0), "buffer is confined to another thread");
  }

  @Test
  void an_operator_that_is_not_defined_on_the_type() {
    Buffer floats = Buffer.of(new float[1]);
    refused(
        () -> world.reduce(floats, Buffer.of(new float[1]), ReductionOperator.BITWISE_AND, 0),
        ReductionOperator.BITWISE_AND.name(),
        "is not defined on FLOAT32");
  }

  @Test
  void an_operator_that_does_not_commute_on_a_tree_that_does_not_keep_the_order() {
    Buffer longs = Buffer.of(new long[1]);
    assertThatThrownBy(
            () ->
                world
                    .withAlgorithm("reduce=binomial")
                    .reduce(longs, Buffer.of(new long[1]), TestOperators.COMPOSE, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("binomial", "is not commutative", "use reduce=in-order-binary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "broadcast=magic | unknown algorithm 'magic' for broadcast; known are chain, binary",
        "shuffle=chain | unknown collective 'shuffle' in 'shuffle=chain'; known are barrier",
        "reduce-scatter-block=ring | the algorithms of reduce-scatter-block are those of"
            + " reduce-scatter",
        "broadcast=chain,colour=3 | broadcast 'chain' has no parameter 'colour'; it has segment",
        "broadcast=chain,radix=3 | broadcast 'chain' has no parameter 'radix'",
        "broadcast=chain,segment=12Q | '12Q' is not a size; write a whole number of bytes",
        "broadcast=chain,segment=-1 | '-1' is not a size",
        "broadcast=chain,segment=0 | segment must be at least 1 byte, not 0",
        "broadcast=chain,segment=9999999999G | the size '9999999999G' is too large",
        "broadcast=chain,send-window=two | send-window is not a whole number: 'two'",
        "broadcast=chain,send-window=0 | send-window must be at least 1, not 0",
        "broadcast=chain,receive-window=4 | receive-window (4) must be more than send-window (4)",
        "broadcast=k-nomial,radix=1 | radix must be at least 2, not 1",
        "broadcast=blocking,tree=oak | unknown tree 'oak'; known are chain, binary",
        "broadcast | 'broadcast' is not COLLECTIVE=ALGORITHM; an example: broadcast=chain",
        "broadcast=chain, | '' is not PARAMETER=VALUE",
        "broadcast=chain;; | '' is not COLLECTIVE=ALGORITHM",
      })
  void a_specification_of_algorithms_that_makes_no_sense(String specification, String message) {
    assertThatThrownBy(() -> world.withAlgorithm(specification))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void the_windows_may_be_given_in_any_order() {
    assertThat(
            world
                .withAlgorithm("broadcast=chain,receive-window=2,send-window=1")
                .algorithmFor("broadcast", 1))
        .contains("send-window=1,receive-window=2");
    assertThatThrownBy(() -> world.withAlgorithm("broadcast=chain,receive-window=5,send-window=9"))
        .hasMessageContaining("receive-window (5) must be more than send-window (9)");
    assertThat(world.withAlgorithm("broadcast=chain,send-window=9").algorithmFor("broadcast", 1))
        .contains("send-window=9,receive-window=10");
  }

  @Test
  void an_unknown_collective() {
    assertThatThrownBy(() -> world.algorithmFor("gossip", 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unknown collective 'gossip'");
  }

  @Test
  void a_closed_communicator_can_be_closed_again_and_no_more() {
    world.close();
    world.close();
    assertThatThrownBy(() -> world.broadcast(data, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rank 0: the communicator is closed");
    assertThatThrownBy(() -> world.iSend(data, 1, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(world::barrier).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_call_from_a_thread_that_did_not_join() {
    CompletableFuture<Void> call =
        CompletableFuture.runAsync(
            () -> world.broadcast(data, 0), Thread.ofPlatform().name("intruder")::start);
    assertThatThrownBy(call::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("rank 0", "'intruder'", Thread.currentThread().getName());
    CompletableFuture<Void> close =
        CompletableFuture.runAsync(world::close, Thread.ofPlatform().name("intruder")::start);
    assertThatThrownBy(close::get).hasMessageContaining("'intruder'");
  }
}
