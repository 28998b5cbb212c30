package io.starling.launcher;

import io.starling.launcher.agent.AgentMessage;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.Taken;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * What the ranks of another host write, on its way to the launcher's output. What waits here is
 * bounded, because the agent sends only so much that it has not been told was taken.
 */
final class RemoteOutput {

  /** Takes it; may wait for whoever reads the launcher's output. */
  interface Sink {
    void accept(int rank, boolean error, byte[] bytes);
  }

  private final BlockingQueue<Optional<Output>> waiting = new LinkedBlockingQueue<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Sink sink;
  private final Consumer<AgentMessage> answer;

  RemoteOutput(Sink sink, Consumer<AgentMessage> answer) {
    this.sink = sink;
    this.answer = answer;
    Thread.ofVirtual().start(this::run);
  }

  private void run() {
    try {
      for (var next = waiting.take(); next.isPresent(); next = waiting.take()) {
        Output part = next.get();
        sink.accept(part.rank(), part.error(), part.bytes());
        answer.accept(new Taken(part.bytes().length));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  void add(Output part) {
    waiting.add(Optional.of(part));
  }

  /** Nothing more will come. */
  void end() {
    waiting.add(Optional.empty());
  }

  /** Waits until all that came has been taken. */
  void awaitEnd() throws InterruptedException {
    ended.await();
  }
}
