package io.starling.launcher.agent;

import io.starling.launcher.agent.AgentMessage.Input;
import io.starling.launcher.agent.AgentMessage.InputTaken;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Hands rank 0 what the launcher reads. What waits here is bounded, as the launcher sends only so
 * much that was not taken.
 */
final class InputFeeder {

  private final BlockingQueue<Input> waiting = new LinkedBlockingQueue<>();
  private final Consumer<AgentMessage> tell;

  InputFeeder(Consumer<AgentMessage> tell) {
    this.tell = tell;
  }

  void add(Input input) {
    waiting.add(input);
  }

  /** Begins to feed a rank, on a thread of its own. */
  void feed(OutputStream rank) {
    Thread.ofPlatform().daemon().name("stdin").start(() -> run(rank));
  }

  private void run(OutputStream rank) {
    boolean reads = true;
    try {
      for (Input input = waiting.take(); input.bytes().length > 0; input = waiting.take()) {
        reads = reads && write(rank, input.bytes());
        tell.accept(new InputTaken(input.bytes().length));
      }
      rank.close();
    } catch (IOException e) {
      // The rank has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the rank reads on. */
  private static boolean write(OutputStream rank, byte[] bytes) {
    try {
      rank.write(bytes);
      rank.flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
