package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.JobFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a store and one that joins it; while it is cut, nothing passes and nothing ends.
 */
final class CutWire implements AutoCloseable {

  private final JobFile behind;
  private final ServerSocket front;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final Object lock = new Object();
  private boolean cut;

  CutWire(JobFile behind) throws IOException {
    this.behind = behind;
    front = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  JobFile jobFile() {
    return new JobFile(
        front.getInetAddress().getHostAddress(), front.getLocalPort(), behind.secret());
  }

  void cut() {
    synchronized (lock) {
      cut = true;
    }
  }

  void mend() {
    synchronized (lock) {
      cut = false;
      lock.notifyAll();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket from = front.accept();
        Socket to = new Socket(behind.host(), behind.port());
        sockets.addAll(List.of(from, to));
        Thread.ofVirtual().start(() -> copy(from, to));
        Thread.ofVirtual().start(() -> copy(to, from));
      }
    } catch (IOException e) {
      // It was closed.
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] bytes = new byte[4096];
    try (from;
        to) {
      for (int n = from.getInputStream().read(bytes); n >= 0; ) {
        awaitWhole();
        to.getOutputStream().write(bytes, 0, n);
        n = from.getInputStream().read(bytes);
      }
    } catch (IOException | InterruptedException e) {
      // It was closed.
    }
  }

  private void awaitWhole() throws InterruptedException {
    synchronized (lock) {
      while (cut) {
        lock.wait();
      }
    }
  }

  @Override
  public void close() throws IOException {
    front.close();
    mend();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
