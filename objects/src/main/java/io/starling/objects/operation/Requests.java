package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.directory.Outbox;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The questions of a store to which no answer has come. In a new view the directory begins anew,
 * and all of them are asked again.
 */
public final class Requests {

  /** A store asks one question of a kind about an object at a time. */
  private record Key(ObjectId id, Class<? extends ToPrimary> kind) {}

  private final Outbox outbox;
  private final Map<Key, ToPrimary> open = new LinkedHashMap<>();
  private View view;

  public Requests(Outbox outbox) {
    this.outbox = outbox;
  }

  /** Asks, until {@link #close}. */
  public void ask(ToPrimary question) {
    open.put(new Key(question.id(), question.getClass()), question);
    tell(question);
  }

  /** Asks a question of a kind about an object again, if it is open. */
  public void askAgain(ObjectId id, Class<? extends ToPrimary> kind) {
    ToPrimary question = open(id, kind);
    if (question != null) {
      tell(question);
    }
  }

  /** Says something that needs no answer. */
  public void tell(ToPrimary statement) {
    outbox.send(view.primary(statement.id()), statement);
  }

  /** The question of a kind about an object that is open, or null. */
  public <T extends ToPrimary> T open(ObjectId id, Class<T> kind) {
    return kind.cast(open.get(new Key(id, kind)));
  }

  /** The answer has come, or does not matter any more. */
  public boolean close(ObjectId id, Class<? extends ToPrimary> kind) {
    return open.remove(new Key(id, kind)) != null;
  }

  /** Asks everything again, in the order of the questions. */
  public void enter(View next) {
    view = next;
    open.values().forEach(this::tell);
  }

  /** What the store waits for, for people. */
  public List<ToPrimary> all() {
    return List.copyOf(open.values());
  }
}
