package io.starling.runtime.bootstrap.store;

import static io.starling.runtime.bootstrap.store.StoreTree.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.client.ControlConnection;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Agents below the launcher's store: 1 with ranks 0 and 1, below it 2 with rank 2; 3 is served
 * above.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AgentStoreTest {

  private StoreTree tree;
  private AgentStore one;
  private AgentStore two;

  @BeforeEach
  void open_a_tree_of_depth_two() throws Exception {
    tree = new StoreTree(4);
    one = tree.agent(1, tree.root.jobFile(), 0, 1);
    assertThat(tree.heard.take()).isEqualTo("joined 1");
    two = tree.agent(2, one.jobFileForAgents(), 2);
    assertThat(tree.heard.take()).isEqualTo("joined 2");
    // A message follows the ranks that an agent serves, in order: now the launcher knows them.
    two.tell(Texts.bytes("serving"));
    assertThat(tree.heard.take()).isEqualTo("2 said serving");
  }

  @AfterEach
  void close_the_tree() throws IOException {
    tree.close();
  }

  @Test
  void messages_reach_the_agent_of_a_host_and_come_back_in_order() throws Exception {
    for (int i = 0; i < 100; i++) {
      two.tell(Texts.bytes("message " + i));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(tree.heard.take()).isEqualTo("2 said message " + i);
    }
    assertThat(two.unsent()).isZero();
    for (int i = 0; i < 100; i++) {
      tree.root.tell(2, Texts.bytes("answer " + i));
    }
    for (int i = 0; i < 100; i++) {
      assertThat(tree.heard.take()).isEqualTo("2 heard answer " + i);
    }
    tree.root.tell(7, Texts.bytes("to nobody"));
    tree.root.tell(1, Texts.bytes("to the one above"));
    assertThat(tree.heard.take()).isEqualTo("1 heard to the one above");
  }

  @Test
  void a_message_that_is_too_large_is_refused_to_the_sender() {
    byte[] large = new byte[Frame.MAXIMUM_VALUE + 1];
    assertThatThrownBy(() -> two.tell(large)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> tree.root.tell(2, large)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_second_agent_of_a_host_is_refused() {
    assertThatThrownBy(() -> tree.agent(1, tree.root.jobFile()))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("the agent of host 1 was refused")
        .hasMessageContaining("already has an agent");
  }

  @Test
  void an_agent_with_the_wrong_secret_is_dropped_and_counted() throws Exception {
    JobFile real = one.jobFileForAgents();
    JobFile forged = new JobFile(real.host(), real.port(), "00".repeat(32));
    assertThatThrownBy(() -> tree.agent(5, forged))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("secret");
    assertThat(one.rejectedConnections()).isEqualTo(1);
  }

  @Test
  void a_rank_joins_at_the_store_of_its_host_only() {
    assertThatThrownBy(() -> tree.rank(2, one.jobFile()))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("ranks 0 to 1");
    assertThatThrownBy(() -> tree.rank(2, tree.root.jobFile()))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("only 3 join here");
    tree.rank(2, two.jobFile()).close();
  }

  @Test
  void the_end_of_an_agent_is_told_of_all_hosts_below_it() throws Exception {
    var below = tree.rank(2, two.jobFile());
    one.close();
    assertThat(tree.heard.take())
        .isIn("lost 1: its connection has ended", "2 lost: its connection has ended");
    tree.heard.take();
    assertThat(tree.heard.take()).contains("2");
    assertThatThrownBy(() -> below.get("never", LONG))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("launcher has ended");
  }

  @Test
  void the_end_of_the_launcher_ends_all_connections_below() throws Exception {
    try (var above = tree.rank(0, one.jobFile());
        var below = tree.rank(2, two.jobFile())) {
      tree.root.close();
      assertThat(tree.heard.take()).isEqualTo("1 lost: its connection has ended");
      assertThat(tree.heard.take()).isEqualTo("2 lost: its connection has ended");
      assertThatThrownBy(() -> above.get("never", LONG)).isInstanceOf(StarlingException.class);
      assertThatThrownBy(() -> below.get("never", LONG)).isInstanceOf(StarlingException.class);
    }
  }

  @Test
  void what_is_put_anywhere_is_got_everywhere_and_replaced_everywhere() throws Exception {
    try (var zero = tree.rank(0, one.jobFile());
        var below = tree.rank(2, two.jobFile());
        var three = tree.rank(3, tree.root.jobFile())) {
      zero.put("key", Texts.bytes("old"));
      assertThat(below.get("key", LONG)).isEqualTo(Texts.bytes("old"));
      assertThat(three.get("key", LONG)).isEqualTo(Texts.bytes("old"));
      three.put("key", Texts.bytes("new"));
      assertThat(three.get("key", LONG)).isEqualTo(Texts.bytes("new"));
      three.put("after", Texts.bytes("that"));
      assertThat(zero.get("after", LONG)).isEqualTo(Texts.bytes("that"));
      assertThat(zero.get("key", LONG)).isEqualTo(Texts.bytes("new"));
      assertThat(below.get("after", LONG)).isEqualTo(Texts.bytes("that"));
      assertThat(below.get("key", LONG)).isEqualTo(Texts.bytes("new"));
    }
  }

  @Test
  void the_launcher_publishes_to_every_host_also_before_a_rank_asks() throws Exception {
    tree.root.put("layout", Texts.bytes("flat"));
    try (var zero = tree.rank(0, one.jobFile());
        var neighbour = tree.rank(1, one.jobFile())) {
      var late = CompletableFuture.supplyAsync(() -> zero.published("table", LONG));
      assertThat(neighbour.published("layout", LONG)).hasValue(Texts.bytes("flat"));
      tree.root.put("table", Texts.bytes("ring"));
      assertThat(late.join()).hasValue(Texts.bytes("ring"));
    }
  }

  @Test
  void reports_are_asked_of_the_ranks_of_all_hosts() throws Exception {
    tree.rank(3, tree.root.jobFile());
    var first = control(0, one.jobFile());
    var second = control(2, two.jobFile());
    assertThat(tree.root.requestReports(LONG)).containsExactlyInAnyOrder(0, 2);
    tree.root.close();
    first.join();
    second.join();
  }

  private Thread control(int rank, JobFile job) throws IOException {
    var folder = Files.createTempDirectory("starling-agent");
    var file = folder.resolve("job");
    job.write(file);
    var control = ControlConnection.connect(new RankEnvironment(rank, 4, 0, 1, false, file));
    Files.delete(file);
    Files.delete(folder);
    return Thread.ofPlatform().start(() -> control.serve(() -> {}));
  }

  @Test
  void silence_loses_an_agent_but_a_stall_that_is_shorter_does_not() throws Exception {
    Duration silence = Duration.ofMillis(2500);
    try (StoreTree shortLived = new StoreTree(1, silence);
        CutWire wire = new CutWire(shortLived.root.jobFile())) {
      AgentStore agent = shortLived.agent(1, wire.jobFile());
      assertThat(shortLived.heard.take()).isEqualTo("joined 1");
      wire.cut();
      agent.tell(Texts.bytes("while it was cut"));
      Thread.sleep(1000);
      wire.mend();
      assertThat(shortLived.heard.take()).isEqualTo("1 said while it was cut");
      wire.cut();
      assertThat(shortLived.heard.take()).contains("lost").contains("it was silent for 2.5 s");
      assertThat(shortLived.heard.take()).contains("lost").contains("it was silent for 2.5 s");
    }
  }

  @Test
  void a_store_listens_on_its_address_only() {
    assertThat(one.jobFile().host()).isEqualTo("127.0.0.1");
    assertThatThrownBy(() -> new Socket("127.0.0.2", one.jobFile().port()))
        .isInstanceOf(IOException.class);
  }
}
