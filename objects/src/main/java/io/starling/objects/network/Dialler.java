package io.starling.objects.network;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Tries to reach a store until that works or the store leaves.
 *
 * <pre>
 *   refused   |x  x  x  x  x  !        x                x          ...   x each 10 ms, then 20, 40 ... 1000
 *   silent    |x ........... ! x ...........   x ...........       ...   ! is said once: unreachable
 * </pre>
 *
 * <p>Of two stores the higher slot dials. The lower one only looks whether the other still listens,
 * so that it hears of its death too.
 */
final class Dialler {

  /** What a dialler works with. */
  record Tools(Reactor reactor, Supplier<Handshake> handshakes, Duration silence) {}

  /** Who wants to reach the store. */
  interface Caller {

    /** What to say now; null to look only. */
    Handshake.Hello hello();

    /**
     * The other side has answered.
     *
     * @return whether there is a connection now; if not, the other side is not ready yet
     * @throws IOException if it can't be one
     */
    boolean onProved(SelectionKey key, Handshake.Answer answer) throws IOException;

    void onUnreachable();

    void onPeerError(String text);
  }

  static final Duration FIRST = Duration.ofMillis(10);

  private static final Duration REFUSALS = Duration.ofMillis(50);
  private static final Duration LAST = Duration.ofSeconds(1);

  private final Tools tools;
  private final Caller caller;
  private InetSocketAddress address;
  private Dial dial;
  private boolean waiting;

  /** Raised when what waits or is under way is not wanted any more. */
  private long round;

  private Duration pause = FIRST;
  private long failingSince;
  private boolean failing;
  private boolean reported;

  Dialler(Tools tools, Caller caller) {
    this.tools = tools;
    this.caller = caller;
  }

  /** Begins after some time, unless it has begun. */
  void start(InetSocketAddress where, Duration delay) {
    address = where;
    if (dial == null && !waiting) {
      again(delay);
    }
  }

  /** Ends all attempts. */
  void stop() {
    round++;
    waiting = false;
    if (dial != null) {
      dial.close();
      dial = null;
    }
  }

  /** The store was reached, by this side or by the other. */
  void onReached() {
    stop();
    failing = false;
    reported = false;
  }

  /** The connection has carried something, so the next failure is a new one. */
  void onUseful() {
    pause = FIRST;
  }

  /** How long the next attempt waits; twice as long as the last one did. */
  Duration pause() {
    Duration now = pause;
    pause = pause.multipliedBy(2).compareTo(LAST) > 0 ? LAST : pause.multipliedBy(2);
    return now;
  }

  private void again(Duration delay) {
    waiting = true;
    long mine = round;
    tools
        .reactor()
        .deadlines()
        .after(
            delay,
            () -> {
              if (mine == round) {
                waiting = false;
                dial();
              }
            });
  }

  private void dial() {
    dial = new Dial(tools.reactor(), tools.handshakes().get(), caller.hello(), new Attempt());
    // A name is looked up anew each time: a host may have got another address.
    dial.start(new InetSocketAddress(address.getHostString(), address.getPort()), tools.silence());
  }

  /** How an attempt ended. */
  private final class Attempt implements Dial.Outcome {

    @Override
    public void onProved(SelectionKey key, Handshake.Answer answer) {
      dial = null;
      try {
        if (!caller.onProved(key, answer)) {
          Channels.close(key.channel());
          again(pause());
        }
      } catch (IOException e) {
        Channels.close(key.channel());
        onFailed(e);
      }
    }

    @Override
    public void onListening() {
      dial = null;
      failing = false;
      reported = false;
      again(pause());
    }

    @Override
    public void onFailed(IOException reason) {
      dial = null;
      long mine = round;
      if (reason instanceof HandshakeException) {
        caller.onPeerError(reason.getMessage());
      }
      long now = tools.reactor().deadlines().now();
      if (!failing) {
        failing = true;
        failingSince = now;
      }
      boolean over =
          reason instanceof SocketTimeoutException || now - failingSince >= REFUSALS.toNanos();
      if (over && !reported) {
        reported = true;
        caller.onUnreachable();
      }
      if (mine == round) {
        again(over ? pause() : FIRST);
      }
    }
  }
}
