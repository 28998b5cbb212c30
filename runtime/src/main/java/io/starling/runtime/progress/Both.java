package io.starling.runtime.progress;

/** Two actions as one. */
record Both(Runnable first, Runnable second) implements Runnable {

  @Override
  public void run() {
    first.run();
    second.run();
  }
}
