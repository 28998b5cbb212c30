package io.starling.runtime.bootstrap;

import java.io.IOException;

/**
 * A rank's connection to its launcher, apart from joining the job: a program that never calls
 * Starling has it too. Its end means that the launcher has ended.
 */
public final class ControlConnection implements AutoCloseable {

  private final FrameConnection connection;

  private ControlConnection(FrameConnection connection) {
    this.connection = connection;
  }

  /**
   * Opens it; a rank can do this once.
   *
   * @throws io.starling.runtime.error.StarlingException if the launcher can't be reached or refuses
   */
  public static ControlConnection connect(RankEnvironment environment) {
    return new ControlConnection(Handshake.join(environment, Role.CONTROL));
  }

  /**
   * Obeys the launcher, and returns when the launcher has ended.
   *
   * @param report prints what this rank is doing, on this thread
   */
  public void serve(Runnable report) {
    try {
      while (true) {
        Frame command = connection.receive(Frame.MAXIMUM);
        if (command.type() == FrameType.REPORT) {
          report.run();
          connection.send(Frame.of(FrameType.REPORTED, command.number(), ""));
        }
      }
    } catch (IOException e) {
      connection.close();
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
