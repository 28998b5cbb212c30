package io.starling.launcher.agent;

/**
 * How many bytes may be under way to somebody who has not said yet that they were taken. Free to
 * use by all threads.
 */
public final class Window {

  private final int most;
  private int underWay;
  private boolean open = true;

  /** A window of so many bytes. */
  public Window(int most) {
    this.most = most;
  }

  /**
   * Waits until there is room, and takes it. A piece larger than the window goes alone.
   *
   * @return false where the window was closed: nobody takes the bytes any more
   */
  public synchronized boolean take(int bytes) throws InterruptedException {
    while (open && underWay > 0 && underWay + bytes > most) {
      wait();
    }
    underWay += bytes;
    return open;
  }

  /** Gives room back. */
  public synchronized void give(int bytes) {
    underWay -= bytes;
    notifyAll();
  }

  /** Lets all go who wait. */
  public synchronized void close() {
    open = false;
    notifyAll();
  }
}
