package io.starling.objects.door;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ReduceFailedException;
import io.starling.objects.StoreFullException;
import io.starling.objects.operation.Absence;
import io.starling.objects.operation.Put;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.store.Store;
import io.starling.runtime.StarlingException;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A program that is connected: its calls, on the thread of the store.
 *
 * <pre>
 *   ToStore ---> call ---> Store ---> listener of the call ---> ToClient
 *   the program ends ---> close: what it has half put is dropped, what it reads may go
 * </pre>
 *
 * <p>Invariant: memory that the program may touch has an open call. What the program says of a call
 * that is over changes nothing: the store ended it meanwhile.
 */
final class Session {

  /** A call that holds memory or waits for news. */
  interface Open {
    /** The program wants no more of it. */
    void close();

    /** The program hears that it failed; returns whether it is over, and holds no memory. */
    default boolean giveUp() {
      close();
      return true;
    }
  }

  private final Store store;
  private final Unanswered line;
  private final Consumer<String> whenCutOff = this::failWaiting;
  private final Map<Long, Open> open = new HashMap<>();

  /** The gets of which the program has to hear. */
  private final Set<SessionGet> news = new LinkedHashSet<>();

  Session(Store store, Line line) {
    this.store = store;
    this.line = new Unanswered(line);
    store.outage().listen(whenCutOff);
  }

  /** Takes what the program says; what is wrong about it is answered, and harms no other call. */
  void take(ToStore message) {
    try {
      boolean refused = line.ask(message) && store.outage().lasts();
      // A get may find a copy here.
      if (!refused || message instanceof ToStore.Get) {
        begin(message);
      }
      if (refused) {
        flush();
        failWaiting(store.outage().text());
      }
    } catch (IllegalArgumentException | IllegalStateException e) {
      closeOpen(message.call());
      fail(message.call(), ToClient.Failure.WRONG, new ObjectId(0, 0), e.getMessage());
    }
  }

  /** The program has ended, or closed its connection. */
  void close() {
    store.outage().forget(whenCutOff);
    List.copyOf(open.values()).forEach(Open::close);
    open.clear();
    news.clear();
  }

  /** Says what is new of the gets. */
  void flush() {
    news.forEach(SessionGet::report);
    news.clear();
  }

  private void failWaiting(String text) {
    for (long call : line.take()) {
      Open waiting = open.get(call);
      if (waiting != null && waiting.giveUp()) {
        open.remove(call, waiting);
      }
      fail(call, ToClient.Failure.NO_QUORUM, new ObjectId(0, 0), text);
    }
  }

  private void begin(ToStore message) {
    long call = message.call();
    switch (message) {
      case ToStore.PutValue put -> {
        requireWholeElements(put.type(), put.value().length);
        store.putValue(
            put.id(),
            put.type(),
            put.value(),
            new SessionPut(call, put.id(), put.value().length, this));
      }
      case ToStore.Create create -> create(create);
      case ToStore.Written written -> {
        if (open.get(call) instanceof SessionPut put) {
          put.write(store, written.bytes());
        }
      }
      case ToStore.Seal _ -> {
        if (open.get(call) instanceof SessionPut put) {
          put.seal(store);
        }
      }
      case ToStore.Get get -> {
        requireNew(call);
        SessionGet begun = new SessionGet(call, get.id(), get.streaming(), this);
        open.put(call, begun);
        begun.start(store);
      }
      case ToStore.Watch watch -> {
        requireNew(call);
        SessionWatch begun = new SessionWatch(call, watch.ids(), store, line);
        open.put(call, begun);
        begun.start();
      }
      case ToStore.Reduce reduce ->
          store.reduce(
              reduce.target(),
              reduce.sources(),
              reduce.count(),
              reduce.operator(),
              answer -> onReduced(reduce, (FromPrimary.Reduced) answer));
      case ToStore.Describe describe ->
          store.describe(describe.id(), answer -> onDescribed(call, answer));
      case ToStore.Delete delete -> delete(call, delete.ids());
      case ToStore.Survey survey ->
          store.survey(
              survey.withObjects(), surveys -> line.send(new ToClient.Surveyed(call, surveys)));
      case ToStore.Close _ -> closeOpen(call);
    }
  }

  /** Of two calls with one number, the first could not be closed any more. */
  private void requireNew(long call) {
    if (open.containsKey(call)) {
      throw new IllegalArgumentException("call %d is open already".formatted(call));
    }
  }

  /** Who reduces the object relies on it. */
  private static void requireWholeElements(ObjectType type, long size) {
    boolean typed = type != ObjectType.BYTES && type != ObjectType.JAVA;
    if (typed && size % BasicDatatype.valueOf(type.name()).size() != 0) {
      throw new IllegalArgumentException(
          "%d bytes are no whole elements of type %s".formatted(size, type));
    }
  }

  private void closeOpen(long call) {
    Open closed = open.remove(call);
    if (closed != null) {
      closed.close();
    }
  }

  private void create(ToStore.Create create) {
    requireNew(create.call());
    requireWholeElements(create.type(), create.size());
    SessionPut begun = new SessionPut(create.call(), create.id(), create.size(), this);
    Put put = store.create(create.id(), create.type(), create.size(), begun);
    if (put != null && !begun.isOver()) {
      begun.use(put, store);
      open.put(create.call(), begun);
    }
  }

  private void delete(long call, List<ObjectId> ids) {
    Set<ObjectId> left = new LinkedHashSet<>(ids);
    if (left.isEmpty()) {
      line.send(new ToClient.Done(call, true));
    }
    for (ObjectId id : ids) {
      store.delete(
          id,
          answer -> {
            if (left.remove(id) && left.isEmpty()) {
              line.send(new ToClient.Done(call, true));
            }
          });
    }
  }

  private void onReduced(ToStore.Reduce question, FromPrimary.Reduced reduced) {
    if (reduced.failure().isEmpty()) {
      line.send(new ToClient.Reduced(question.call(), reduced.members()));
    } else {
      ObjectId target = question.target();
      fail(question.call(), target, new ReduceFailedException(target, reduced.failure()));
    }
  }

  private void onDescribed(long call, FromPrimary answer) {
    switch (answer) {
      case FromPrimary.Description found -> line.send(new ToClient.Described(call, found));
      case FromPrimary.Gone gone -> fail(call, gone.id(), Absence.of(gone.id(), gone.failure()));
      default -> throw new AssertionError("no description: " + answer);
    }
  }

  /** A call of the program is over; another one may have the same number by mistake. */
  void end(long call, Open ended) {
    open.remove(call, ended);
  }

  void send(ToClient message) {
    line.send(message);
  }

  /** The program has to hear of a get. */
  void tell(SessionGet get) {
    if (news.isEmpty()) {
      line.flushSoon();
    }
    news.add(get);
  }

  void forget(SessionGet get) {
    news.remove(get);
  }

  void fail(long call, ObjectId id, StarlingException reason) {
    fail(call, kind(reason), id, reason.getMessage());
  }

  static ToClient.Failure kind(StarlingException reason) {
    return switch (reason) {
      case ObjectDeletedException _ -> ToClient.Failure.DELETED;
      case ReduceFailedException _ -> ToClient.Failure.REDUCE;
      case StoreFullException _ -> ToClient.Failure.FULL;
      default -> ToClient.Failure.OTHER;
    };
  }

  private void fail(long call, ToClient.Failure kind, ObjectId id, String text) {
    line.send(new ToClient.Failed(call, kind, id, text));
  }
}
