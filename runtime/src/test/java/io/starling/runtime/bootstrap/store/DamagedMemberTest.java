package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Role;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A member whose messages would harm those that pass them on loses its own connection only. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DamagedMemberTest {

  private static final int SIZE = 3;

  private StoreTree tree;
  private AgentStore agent;

  @BeforeEach
  void open_a_store_below_another() throws Exception {
    tree = new StoreTree(SIZE);
    agent = tree.agent(1, tree.root.jobFile(), 0, 1);
    assertThat(tree.heard.take()).isEqualTo("joined 1");
  }

  @AfterEach
  void close_all() throws IOException {
    tree.close();
  }

  private void send(int rank, byte[] message) throws IOException {
    send(rank, Role.JOIN, message);
  }

  private void send(int number, Role role, byte[]... messages) throws IOException {
    try (RawClient member = new RawClient(agent.jobFile()).join(number, role)) {
      for (byte[] message : messages) {
        member.send(message);
      }
      member.socket.shutdownOutput();
      member.awaitEnd();
    } catch (SocketException e) {
      // The store was faster to end it.
    }
  }

  private void assertThatTheAgentIsHeard() throws InterruptedException {
    agent.tell(Texts.bytes("well"));
    assertThat(tree.heard.take()).isEqualTo("1 said well");
  }

  @Test
  void a_name_that_is_no_text_is_not_passed_on() throws Exception {
    byte[] name = new byte[Frame.MAXIMUM_NAME];
    Arrays.fill(name, (byte) 0xff);
    byte[] message = RawClient.bytes(Frame.of(FrameType.PUT, 0, "x".repeat(name.length)));
    System.arraycopy(name, 0, message, message.length - name.length, name.length);
    send(0, message);
    assertThatTheAgentIsHeard();
  }

  @Test
  void members_and_a_large_entry_do_not_make_a_message_too_large_to_pass_on() throws Exception {
    try (RawClient other = new RawClient(agent.jobFile()).join(1, Role.JOIN)) {
      other.send(contribution(0, 1, Frame.MAXIMUM_VALUE));
      send(0, contribution(Frame.MAXIMUM_VALUE, 0, 0));
      assertThatTheAgentIsHeard();
    }
  }

  @Test
  void a_fence_is_no_place_for_bytes() throws Exception {
    try (RawClient member = new RawClient(tree.root.jobFile()).join(2, Role.JOIN)) {
      member.send(Contribution.of(2, new byte[1]).frames(FrameType.FENCE, "end").getFirst());
      member.awaitEnd();
    }
    assertThatTheAgentIsHeard();
  }

  @Test
  void exchanges_that_are_not_over_hold_a_bounded_number_of_bytes() throws Exception {
    try (StoreClient honest = tree.rank(2, tree.root.jobFile())) {
      honest.put("key", new byte[] {7});
      try (RawClient member = new RawClient(agent.jobFile()).join(1, Role.JOIN)) {
        for (int i = 0; i < 20; i++) {
          byte[] large = new byte[Frame.MAXIMUM_VALUE];
          member.send(Contribution.of(1, large).frames(FrameType.EXCHANGE, "x" + i).getFirst());
        }
        member.awaitEnd();
      } catch (SocketException e) {
        // The store was faster to end it.
      }
      assertThatTheAgentIsHeard();
      assertThat(honest.get("key", StoreTree.LONG)).containsExactly(7);
    }
  }

  @Test
  void members_that_a_message_names_do_not_keep_an_exchange_open() throws Exception {
    try (RawClient member = new RawClient(tree.root.jobFile()).join(2, Role.JOIN)) {
      member.send(naming(2, 1, 2));
      tree.rank(0, agent.jobFile()).close();
      assertThat(member.receive().type()).isEqualTo(FrameType.EXCHANGE_BROKEN);
      assertThat(tree.root.open()).isZero();
    }
  }

  @Test
  void members_without_the_one_that_names_them_do_not_end_what_passes_it_on() throws Exception {
    send(0, RawClient.bytes(naming(0, 1, 2)));
    assertThatTheAgentIsHeard();
  }

  private static Frame naming(int rank, int... members) {
    var entry = Contribution.of(rank, new byte[] {7}).entries();
    var contribution = new Contribution(StoreTree.set(members), entry);
    return contribution.frames(FrameType.EXCHANGE, "some").getFirst();
  }

  @Test
  void a_request_for_ranks_that_is_in_vain_does_not_end_what_passes_it_on() throws Exception {
    send(0, RawClient.bytes(Frame.of(FrameType.SPAWN, 0, "more")));
    assertThatTheAgentIsHeard();
  }

  @Test
  void an_agent_that_speaks_for_the_host_of_another_does_not_end_the_one_above() throws Exception {
    Frame serves = new Frame(FrameType.SERVES, 9, "", StoreTree.set(2).toByteArray());
    Frame fence = Contribution.of(2, new byte[0]).frames(FrameType.FENCE, "end").getFirst();
    send(7, Role.AGENT, RawClient.bytes(serves), RawClient.bytes(fence));
    assertThat(tree.heard.take()).isEqualTo("joined 7");
    assertThat(tree.heard.take()).startsWith("lost 7");
    assertThatTheAgentIsHeard();
  }

  private static byte[] contribution(int membersLength, int rank, int length) {
    byte[] members = new byte[membersLength];
    Arrays.fill(members, (byte) 0xff);
    byte[] value =
        ByteBuffer.allocate(3 * Integer.BYTES + membersLength + length)
            .putInt(membersLength)
            .put(members)
            .putInt(rank)
            .putInt(length)
            .array();
    return RawClient.bytes(new Frame(FrameType.EXCHANGE, 0, "both", value));
  }

  @Test
  void an_agent_where_none_is_expected_ends_nothing_else() throws Exception {
    Duration silence = Duration.ofMillis(200);
    try (StoreServer server = StoreServer.open(1, InetAddress.getLoopbackAddress(), silence)) {
      try (RawClient stray = new RawClient(server.jobFile()).join(7, Role.AGENT)) {
        stray.awaitEnd();
      }
      Thread.sleep(3 * silence.toMillis());
      Membership alone = new Membership(0, 1, 0, 1, false);
      try (StoreClient rank = StoreClient.connect(alone, server.jobFile())) {
        rank.put("key", new byte[] {7});
        assertThat(rank.get("key", StoreTree.LONG)).containsExactly(7);
      }
    }
  }
}
