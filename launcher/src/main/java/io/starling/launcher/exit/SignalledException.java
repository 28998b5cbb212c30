package io.starling.launcher.exit;

/** The launcher received a signal before all ranks were started, or while it measured. */
public final class SignalledException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int number;

  public SignalledException(int number) {
    super("signal " + number);
    this.number = number;
  }

  /** What the launcher exits with. */
  public int status() {
    return ExitStatus.SIGNAL_BASE + number;
  }
}
