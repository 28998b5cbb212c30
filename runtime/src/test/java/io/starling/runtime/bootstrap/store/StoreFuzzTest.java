package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Role;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random, mutated, truncated, doubled and shuffled messages before and after the greeting, of each
 * role, at the launcher's store and at an agent's: the stores live on and serve those who behave.
 * {@code -Dstarling.seed=N} repeats a run.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StoreFuzzTest {

  private static final int SIZE = 100_000;
  private static final Duration LONG = Duration.ofSeconds(60);

  private final long seed = Long.getLong("starling.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private int rank = 1;
  private int host = 10;

  @Test
  void nothing_that_a_client_sends_harms_a_store() throws Exception {
    fuzz(300);
  }

  @Test
  @Tag("slow")
  void nothing_that_many_clients_send_harms_a_store() throws Exception {
    fuzz(20_000);
  }

  private void fuzz(int rounds) throws Exception {
    System.out.println("StoreFuzzTest: seed " + seed);
    try (StoreTree tree = new StoreTree(SIZE)) {
      AgentStore agent = tree.agent(1, tree.root.jobFile());
      agent.serve(SIZE, StoreTree.set(SIZE - 1));
      for (int round = 0; round < rounds; round++) {
        JobFile job = random.nextBoolean() ? tree.root.jobFile() : agent.jobFileForAgents();
        try (RawClient client = new RawClient(job)) {
          attack(client);
        } catch (SocketException e) {
          // The store was faster to end it.
        }
        tree.heard.clear();
      }
      assertThatAllIsWell(tree, agent);
    }
  }

  private void attack(RawClient client) throws IOException {
    Frame challenge = client.receive();
    Role role = Role.values()[random.nextInt(Role.values().length)];
    int number = role == Role.AGENT ? host++ : rank++;
    byte[] hello = RawClient.bytes(client.hello(challenge, number, role));
    if (random.nextInt(4) == 0) {
      client.send(mutated(hello));
    } else {
      client.send(hello);
    }
    client.send(mutated(messages(number)));
    client.socket.shutdownOutput();
    client.awaitEnd();
  }

  /** A few messages that make sense, mostly, in any order. */
  private byte[] messages(int number) {
    List<byte[]> messages = new ArrayList<>();
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      byte[] message = RawClient.bytes(message(number));
      messages.add(message);
      if (random.nextInt(5) == 0) {
        messages.add(message);
      }
    }
    Collections.shuffle(messages, random);
    int length = messages.stream().mapToInt(message -> message.length).sum();
    ByteBuffer all = ByteBuffer.allocate(length);
    messages.forEach(all::put);
    return all.array();
  }

  private Frame message(int number) {
    FrameType[] types = FrameType.values();
    FrameType type = types[random.nextInt(types.length)];
    int about = random.nextInt(3) == 0 ? random.nextInt() : number;
    String name = "fuzz" + random.nextInt(4);
    return switch (random.nextInt(4)) {
      case 0 -> new Frame(type, about, name, bytes(random.nextInt(64)));
      case 1 -> new Frame(type, about, Integer.toString(about), bytes(random.nextInt(4)));
      default -> {
        int size = random.nextInt(3);
        var entries = new TreeMap<Integer, byte[]>();
        for (int i = 0; i <= size; i++) {
          entries.put(i == 0 ? number : random.nextInt(SIZE), bytes(random.nextInt(9)));
        }
        var members = StoreTree.set(number, random.nextInt(SIZE));
        yield new Contribution(members, entries).frames(type, name).getFirst();
      }
    };
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] mutated(byte[] bytes) {
    switch (random.nextInt(4)) {
      case 0 -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      case 1 -> {
        for (int i = 0; i <= random.nextInt(4); i++) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
      }
      case 2 -> {
        int from = random.nextInt(bytes.length);
        for (int i = from; i < Math.min(bytes.length, from + 32); i++) {
          bytes[i] = (byte) random.nextInt();
        }
      }
      default -> {
        return bytes;
      }
    }
    return bytes;
  }

  private void assertThatAllIsWell(StoreTree tree, AgentStore agent) throws Exception {
    String hint = "seed " + seed;
    agent.tell(Texts.bytes("well"));
    awaitHeard(tree, "1 said well");
    tree.root.tell(1, Texts.bytes("too"));
    awaitHeard(tree, "1 heard too");
    try (var above = tree.rank(SIZE - 2, tree.root.jobFile());
        var below = tree.rank(SIZE - 1, agent.jobFile())) {
      above.put("good", new byte[] {7});
      assertThat(below.get("good", LONG)).as(hint).containsExactly(7);
    }
    awaitFew(tree.root::connections, 4);
    awaitFew(agent::connections, 4);
    assertThat(agent.open()).as("open at the agent, " + hint).isZero();
    // What the agent has asked for those who have left stays open until it leaves as well.
    agent.close();
    awaitFew(tree.root::connections, 1);
    assertThat(tree.root.open()).as("open at the root, " + hint).isZero();
  }

  private void awaitHeard(StoreTree tree, String event) throws InterruptedException {
    String heard = tree.heard.poll(20, TimeUnit.SECONDS);
    while (heard != null && !heard.equals(event)) {
      heard = tree.heard.poll(20, TimeUnit.SECONDS);
    }
    assertThat(heard).as("seed %d", seed).isEqualTo(event);
  }

  /** The listener and the connections of those who behave are left. */
  private void awaitFew(IntSupplier connections, int few) throws InterruptedException {
    for (int i = 0; i < 500 && connections.getAsInt() > few; i++) {
      Thread.sleep(10);
    }
    assertThat(connections.getAsInt()).as("seed %d", seed).isLessThanOrEqualTo(few);
  }
}
