package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.io.IOException;

/** An agent's connection to the store above, as its relay sees it. For one thread. */
final class StoreUplink implements StoreAuthority {

  private final int host;
  private final StoreConnection connection;
  private final AgentLink.Listener listener;
  private final Runnable end;
  private final UplinkFilter filter;

  /**
   * An uplink.
   *
   * @param end stops this store when the store above is lost
   */
  StoreUplink(
      int host,
      StoreConnection connection,
      AgentLink.Listener listener,
      Runnable end,
      UplinkFilter filter) {
    this.filter = filter;
    this.host = host;
    this.connection = connection;
    this.listener = listener;
    this.end = end;
    connection.trustAsParent();
  }

  boolean is(StoreConnection other) {
    return other.equals(connection);
  }

  StoreConnection connection() {
    return connection;
  }

  @Override
  public void accept(Frame frame) {
    Frame passed = filter.up(frame);
    if (passed != null) {
      connection.offer(passed);
    }
  }

  /** Handles data that arrived right after the handshake. */
  void begin(StoreRelay relay) throws IOException {
    for (Frame frame = connection.next(); frame != null; frame = connection.next()) {
      receive(frame, relay);
    }
  }

  void receive(Frame frame, StoreRelay relay) throws IOException {
    if (frame.type() == FrameType.TELL && frame.number() == host) {
      listener.received(frame.value());
    } else if (frame.type() != FrameType.BEAT) {
      Frame answer = filter.answer(frame);
      if (answer == null) {
        relay.down(frame);
      } else {
        connection.offer(answer);
      }
    }
  }

  void lost(String reason) {
    listener.lost(reason);
    end.run();
  }
}
