package io.starling.launcher.rank;

import io.starling.launcher.exit.ExitStatus;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.client.ControlConnection;
import java.util.Optional;

/**
 * The main class of every rank's process: it ties the process's life to its launcher's, then calls
 * the user's main class, named by the first argument.
 */
public final class RankMain {

  /** Set to {@code true} before a rank exits because its main method threw. */
  public static final String FAILED = "starling.failed";

  private static final int FAILURE = 1;

  private RankMain() {}

  public static void main(String[] arguments) {
    RankEnvironment environment =
        RankEnvironment.from(System.getenv())
            .orElseThrow(
                () -> new IllegalStateException("RankMain is started by 'starling run' only"));
    try {
      ControlConnection control = ControlConnection.connect(environment);
      control.started();
      LauncherWatch.start(environment, control);
    } catch (StarlingException e) {
      System.err.println("starling: " + e.getMessage());
      Runtime.getRuntime().halt(FAILURE);
    }
    try {
      MainMethod.of(arguments[0])
          .call(DialectArguments.of(arguments, environment.rank(), System.getenv()));
    } catch (MainMethodException e) {
      fail("starling: rank " + environment.process() + ": " + e.getMessage(), FAILURE);
    } catch (Throwable e) {
      Optional<String> peer = LostPeer.describe(environment, e, System.getenv());
      fail(
          peer.orElseGet(() -> UncaughtException.describe(environment, arguments[0], e)),
          peer.isPresent() ? ExitStatus.PEER_FAILED : FAILURE);
    }
  }

  private static void fail(String message, int status) {
    System.err.println(message);
    System.setProperty(FAILED, "true");
    HaltTimer.start(status);
    System.exit(status);
  }
}
