package io.starling.launcher;

/** What the supervisor of a job reacts to. */
sealed interface Event {

  /** A rank's process has ended. */
  record RankEnded(int rank, int status) implements Event {}

  /** The launcher received a signal. */
  record Signalled(int number) implements Event {}

  /** Nobody reads the launcher's output any more. */
  record OutputBroken() implements Event {}
}
