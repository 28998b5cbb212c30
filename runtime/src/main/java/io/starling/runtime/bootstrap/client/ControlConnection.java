package io.starling.runtime.bootstrap.client;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.wire.ClientChannel;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.IOException;
import java.time.Duration;

/**
 * A rank's connection to its launcher, separate from joining the job: programs that never call
 * Starling have it too. Its end means that the launcher has ended.
 */
public final class ControlConnection {

  private static final Duration POLLING_INTERVAL = Duration.ofMillis(10);

  private final ClientChannel channel;
  private volatile boolean ending;

  private ControlConnection(ClientChannel channel) {
    this.channel = channel;
  }

  /**
   * Opens the connection; a rank can do this once.
   *
   * @throws io.starling.runtime.StarlingException if the launcher can't be reached or refuses
   */
  public static ControlConnection connect(RankEnvironment environment) {
    return new ControlConnection(Handshake.join(environment, Role.CONTROL).channel());
  }

  /**
   * Tells the launcher that the program's main method is about to be called; before {@link #serve}.
   */
  public void started() {
    try {
      channel.send(Frame.of(FrameType.REPORTED, Frame.STARTED, ""));
    } catch (IOException e) {
      // The launcher has ended, which serve will notice.
    }
  }

  /**
   * Serves the launcher's requests; returns when the launcher has ended or this thread is
   * interrupted.
   *
   * @param report prints what this rank does, on this thread
   */
  public void serve(Runnable report) {
    try (channel) {
      while (!Thread.interrupted()) {
        for (Frame command = channel.poll(); command != null; command = channel.poll()) {
          obey(command, report);
        }
        if (ending) {
          Thread.sleep(POLLING_INTERVAL);
        } else {
          channel.await();
        }
      }
    } catch (IOException | InterruptedException e) {
      // The launcher has ended.
    }
  }

  private void obey(Frame command, Runnable report) throws IOException {
    if (command.type() == FrameType.REPORT) {
      report.run();
      channel.send(Frame.of(FrameType.REPORTED, command.number(), ""));
    }
  }

  /**
   * To be called by a shutdown hook: from now on the serving thread polls, because a JVM that ends
   * waits 300 ms for a thread that is blocked in a system call.
   */
  public void processEnds() {
    ending = true;
    channel.wakeUp();
  }
}
