package io.starling.launcher.remote;

import io.starling.launcher.agent.AgentMessage;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.Taken;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.output.RankStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * What the ranks and the service of another host write, on its way to the launcher's output. What
 * waits here is bounded, because the agent sends only so much that it has not been told was taken.
 */
final class RemoteOutput {

  private record Part(int bytes, Runnable show) {}

  private final BlockingQueue<Optional<Part>> waiting = new LinkedBlockingQueue<>();
  private final CountDownLatch ranksEnded = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final JobOutput output;
  private final Consumer<AgentMessage> answer;

  RemoteOutput(JobOutput output, Consumer<AgentMessage> answer) {
    this.output = output;
    this.answer = answer;
    Thread.ofVirtual().start(this::run);
  }

  private void run() {
    try {
      for (var next = waiting.take(); next.isPresent(); next = waiting.take()) {
        next.get().show().run();
        answer.accept(new Taken(next.get().bytes()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  void add(Output part) {
    RankStream stream = part.error() ? RankStream.ERROR : RankStream.OUTPUT;
    byte[] bytes = part.bytes();
    add(bytes.length, () -> output.accept(part.rank(), stream, bytes, 0, bytes.length));
  }

  /** Adds something of so many bytes that is shown in its turn. */
  void add(int bytes, Runnable show) {
    waiting.add(Optional.of(new Part(bytes, show)));
  }

  /** No rank is left there, but something else may still write. */
  void noteRanksEnded() {
    ranksEnded.countDown();
  }

  /** Nothing more will come. */
  void end() {
    ranksEnded.countDown();
    waiting.add(Optional.empty());
  }

  /** Waits until no rank is left there. */
  void awaitRanksEnded() throws InterruptedException {
    ranksEnded.await();
  }

  /** Waits until all that came has been taken. */
  void awaitEnd() throws InterruptedException {
    ended.await();
  }
}
