package io.starling.objects.door;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.runtime.net.Hmac;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The connection of a program.
 *
 * <pre>
 *   kernel --> input --> session of the program --> output --> kernel
 *              `-- hello first --'                  `-- written once a turn
 * </pre>
 *
 * <p>Invariant: before the program has proved itself, nothing of it is decoded. A frame takes
 * memory as its bytes come. A program that does not read is not read either; if so many answers
 * come of what it asked before, it loses its connection.
 */
final class SocketSession implements Reactor.Handler, Reactor.Writer, Line {

  private static final int USUAL = 128 << 10;

  /** While the program has not read so many bytes, no more of its questions are taken. */
  private static final long UNREAD = 4 << 20;

  /** Beyond that the program has to go, or it would take the memory of all. */
  private static final long MOST_UNREAD =
      Math.clamp(Runtime.getRuntime().maxMemory() / 8, 2 * UNREAD, 1L << 30);

  private final SocketChannel channel;
  private final SocketDoor door;
  private final Session session;
  private final Deque<ByteBuffer> output = new ArrayDeque<>();
  private final ByteBuffer usual = ByteBuffer.allocate(USUAL);
  private ByteBuffer input = ByteBuffer.allocate(DoorHandshake.HELLO_BYTES);
  private DoorHandshake handshake;
  private SelectionKey key;
  private long waiting;
  private boolean writesSoon;

  /** Whether the program goes because it does not read. */
  private boolean deaf;

  /** Whether frames may lie in the input that were not taken yet. */
  private boolean paused;

  private boolean over;

  SocketSession(SocketChannel channel, SocketDoor door) {
    this.channel = channel;
    this.door = door;
    this.session = new Session(door.store(), this);
  }

  void start(DoorHandshake begun) throws IOException {
    handshake = begun;
    key = door.reactor().register(channel, SelectionKey.OP_READ, this);
    enqueue(begun.challenge());
  }

  @Override
  public void onReady() {
    try {
      if (key.isReadable()) {
        read();
      }
      if (key.isValid() && key.isWritable()) {
        write();
      }
    } catch (MalformedFrameException e) {
      end(e.getMessage());
    } catch (IOException e) {
      end("");
    }
  }

  @Override
  public void send(ToClient message) {
    enqueue(ByteBuffer.wrap(door.frames().encode(message)));
  }

  @Override
  public void flushSoon() {
    if (!writesSoon && !over) {
      writesSoon = true;
      door.reactor().writeSoon(this);
    }
  }

  @Override
  public void write() {
    writesSoon = false;
    if (over) {
      return;
    }
    session.flush();
    try {
      boolean full = writeOutput();
      if (paused && waiting <= UNREAD) {
        takeFrames();
      }
      if (!over) {
        key.interestOps((paused ? 0 : SelectionKey.OP_READ) | (full ? SelectionKey.OP_WRITE : 0));
      }
    } catch (MalformedFrameException e) {
      end(e.getMessage());
    } catch (IOException e) {
      end("");
    }
  }

  /** Whether the kernel takes no more now. */
  private boolean writeOutput() throws IOException {
    while (!output.isEmpty()) {
      ByteBuffer first = output.peek();
      waiting -= channel.write(first);
      if (first.hasRemaining()) {
        return true;
      }
      output.remove();
    }
    return false;
  }

  @Override
  public void close() {
    end("");
  }

  private void enqueue(ByteBuffer bytes) {
    if (over || deaf) {
      return;
    }
    deaf = waiting > MOST_UNREAD;
    output.add(bytes);
    waiting += bytes.remaining();
    if (deaf) {
      // Not now: a machine of the store may be saying this.
      door.reactor().deadlines().after(Duration.ZERO, () -> end("does not read what it asked for"));
    } else {
      flushSoon();
    }
  }

  private void read() throws IOException {
    int read = channel.read(input);
    if (read < 0) {
      end("");
    } else if (handshake != null) {
      greet();
    } else {
      takeFrames();
    }
  }

  private void greet() {
    if (input.hasRemaining()) {
      return;
    }
    ByteBuffer welcome = handshake.welcome(input.flip());
    if (welcome == null) {
      // As long as a proof, so that the program can tell another secret from a broken connection.
      enqueue(ByteBuffer.allocate(Hmac.BYTES));
      write();
      end("did not know the secret of this store");
      return;
    }
    handshake = null;
    input = usual;
    enqueue(welcome);
  }

  private void takeFrames() throws MalformedFrameException {
    input.flip();
    int length = nextLength();
    paused = waiting > UNREAD;
    while (!paused && length > 0 && input.remaining() >= DoorFrames.HEADER + length) {
      int end = input.position() + DoorFrames.HEADER + length;
      int limit = input.limit();
      input.position(input.position() + DoorFrames.HEADER).limit(end);
      session.take((ToStore) door.questions().decode(input));
      if (over) {
        return;
      }
      input.limit(limit).position(end);
      length = nextLength();
      paused = waiting > UNREAD;
    }
    makeRoom(length);
  }

  /** The length of the next record; 0 if its header is not there. */
  private int nextLength() throws MalformedFrameException {
    return input.remaining() < DoorFrames.HEADER ? 0 : DoorFrames.length(input);
  }

  private void makeRoom(int length) {
    int needed = DoorFrames.HEADER + length;
    if (needed > input.capacity() && input.remaining() == input.capacity()) {
      input = ByteBuffer.allocate((int) Math.min(needed, 2L * input.capacity())).put(input);
    } else if (input != usual && needed <= USUAL && input.remaining() <= USUAL) {
      ByteBuffer rest = input;
      input = usual.clear().put(rest);
    } else {
      input.compact();
    }
  }

  private void end(String fault) {
    if (over) {
      return;
    }
    over = true;
    Channels.close(channel);
    output.clear();
    session.close();
    door.forget(this, fault);
  }
}
