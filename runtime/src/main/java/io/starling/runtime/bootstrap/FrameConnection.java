package io.starling.runtime.bootstrap;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** A socket that carries frames. One thread may receive while others send. */
final class FrameConnection implements AutoCloseable {

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Object sending = new Object();

  FrameConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** How long a {@link #receive} may wait; zero means for ever. */
  void setPatience(Duration patience) throws IOException {
    socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
  }

  void send(Frame frame) throws IOException {
    synchronized (sending) {
      frame.write(out);
      out.flush();
    }
  }

  Frame receive(int maximum) throws IOException {
    return Frame.read(in, maximum);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing is lost: each side takes a broken connection for a closed one.
    }
  }
}
