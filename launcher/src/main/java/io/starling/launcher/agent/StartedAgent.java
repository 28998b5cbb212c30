package io.starling.launcher.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A program, such as ssh, that runs an agent elsewhere: its input is open until it shall end. */
final class StartedAgent {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int LINES_KEPT = 20;
  private static final int LONGEST_LINE = 1000;

  private final Process process;
  private final Deque<String> lastLines = new ArrayDeque<>();

  private StartedAgent(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param onEnd gets what the program said last, when it has ended; on a thread of this class
   */
  static StartedAgent start(List<String> command, AgentOrders orders, Consumer<String> onEnd)
      throws IOException {
    List<String> apart = new ArrayList<>();
    // In a session of its own: INT from a terminal is for the launcher, which ends agents in order.
    apart.add("setsid");
    apart.addAll(command);
    Process process = new ProcessBuilder(apart).redirectErrorStream(true).start();
    StartedAgent started = new StartedAgent(process);
    Thread.ofPlatform()
        .daemon()
        .name("agent-" + orders.host())
        .start(() -> started.follow(orders.toBytes(), onEnd));
    return started;
  }

  private void follow(byte[] orders, Consumer<String> onEnd) {
    try {
      OutputStream input = process.getOutputStream();
      input.write(orders);
      input.flush();
    } catch (IOException e) {
      // It has ended, and has said why.
    }
    try (var output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        keep(line.substring(0, Math.min(line.length(), LONGEST_LINE)));
      }
    } catch (IOException e) {
      // It was killed.
    }
    try {
      int status = process.waitFor();
      onEnd.accept(words(status));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void keep(String line) {
    if (!line.isBlank()) {
      lastLines.addLast(line.strip());
    }
    if (lastLines.size() > LINES_KEPT) {
      lastLines.removeFirst();
    }
  }

  private synchronized String words(int status) {
    return lastLines.isEmpty() ? "status " + status : String.join("; ", lastLines);
  }

  /** Tells the agent to end by the end of its input; returns at once. */
  private void endInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Ends it all the same when it has not ended by itself at that time. */
  private void awaitEnd(long deadline) {
    try {
      if (process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  /** Ends several. */
  static void closeAll(List<StartedAgent> agents) {
    agents.forEach(StartedAgent::endInput);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    agents.forEach(agent -> agent.awaitEnd(deadline));
  }
}
