package io.starling.objects.door;

import io.starling.objects.reactor.Reactor;
import io.starling.objects.store.Store;
import java.util.function.Consumer;

/** The door for a program in the process of the store. It is called in turns of the store. */
public final class DirectDoor implements Line, Reactor.Writer {

  private final Reactor reactor;
  private final Consumer<ToClient> program;
  private final Session session;
  private boolean flushes;

  /**
   * @param program takes messages, in turns of the store; it does not wait
   */
  public DirectDoor(Store store, Reactor reactor, Consumer<ToClient> program) {
    this.reactor = reactor;
    this.program = program;
    this.session = new Session(store, this);
    store.countClients(() -> 1);
  }

  /** Takes what the program says. */
  public void take(ToStore message) {
    session.take(message);
  }

  /** The program wants no more. */
  public void close() {
    session.close();
  }

  @Override
  public void send(ToClient message) {
    program.accept(message);
  }

  @Override
  public void flushSoon() {
    if (!flushes) {
      flushes = true;
      reactor.writeSoon(this);
    }
  }

  @Override
  public void write() {
    flushes = false;
    session.flush();
  }
}
