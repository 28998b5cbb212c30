package io.starling.runtime.progress;

/** Runs two actions, one after the other. */
record CompositeAction(Runnable first, Runnable second) implements Runnable {

  @Override
  public void run() {
    first.run();
    second.run();
  }
}
