package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectInfo;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.Ready;
import io.starling.objects.Reduction;
import io.starling.objects.StoreReport;
import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The interface of programs, by calls to a store. */
final class StoreClient implements ObjectStore {

  /**
   * Runs what a program hangs on futures: it may wait, and answers must go on meanwhile. Never does
   * it run in a turn of the store, which any caller may have.
   */
  private static final Executor ELSEWHERE = Thread::startVirtualThread;

  private final Calls calls;
  private final Wire wire;
  private final MemorySegment readable;
  private final MemorySegment writable;

  /**
   * @param readable the memory of the store, read-only
   * @param writable the same memory
   */
  StoreClient(Calls calls, Wire wire, MemorySegment readable, MemorySegment writable) {
    this.calls = calls;
    this.wire = wire;
    this.readable = readable;
    this.writable = writable;
  }

  @Override
  public boolean put(ObjectId id, Buffer data) {
    return PutCall.put(calls, writable, Objects.requireNonNull(id, "id"), content(data));
  }

  @Override
  public CompletableFuture<Boolean> putAsync(ObjectId id, Buffer data) {
    Objects.requireNonNull(id, "id");
    Content content = content(data);
    return CompletableFuture.supplyAsync(
        () -> PutCall.put(calls, writable, id, content), ELSEWHERE);
  }

  private static Content content(Buffer data) {
    return Content.of(Objects.requireNonNull(data, "data"));
  }

  @Override
  public boolean putObject(ObjectId id, Serializable value) {
    return PutCall.put(calls, writable, Objects.requireNonNull(id, "id"), Content.of(value));
  }

  @Override
  public ObjectWriter create(ObjectId id, Datatype type, long count) {
    Objects.requireNonNull(id, "id");
    ObjectType elements = Content.typeOf(Objects.requireNonNull(type, "type"));
    if (count < 1) {
      throw new IllegalArgumentException("an object has 1 element or more, not " + count);
    }
    if (count > Long.MAX_VALUE / type.size()) {
      throw new IllegalArgumentException(
          "%d elements of %s are more than 2^63 - 1 bytes".formatted(count, type));
    }
    return Writer.open(calls, writable, id, elements, count * type.size());
  }

  @Override
  public ObjectView get(ObjectId id) {
    GetCall call = new GetCall(id, readable, calls);
    try {
      return calls.await(call.view(), call.open());
    } catch (CancellationException e) {
      // It may have come at the same time.
      var _ = call.view().thenAccept(ObjectView::close);
      throw e;
    }
  }

  @Override
  public Optional<ObjectView> get(ObjectId id, Duration patience) {
    Objects.requireNonNull(patience, "patience");
    GetCall call = new GetCall(id, readable, calls);
    long number = call.open();
    try {
      Optional<ObjectView> view = calls.await(call.view(), number, patience);
      if (view.isEmpty() && !call.giveUp()) {
        // It has come at the last moment.
        return Optional.of(calls.await(call.view(), number));
      }
      return view;
    } catch (CancellationException e) {
      var _ = call.view().thenAccept(ObjectView::close);
      throw e;
    }
  }

  @Override
  public CompletableFuture<ObjectView> getAsync(ObjectId id) {
    GetCall call = new GetCall(id, readable, calls);
    long number = call.open();
    calls.letOthersRead();
    CompletableFuture<ObjectView> future = new CompletableFuture<>();
    var _ =
        call.view()
            .whenCompleteAsync(
                (view, failure) -> {
                  if (failure != null) {
                    future.completeExceptionally(failure);
                  } else if (!future.complete(view)) {
                    view.close();
                  }
                },
                ELSEWHERE);
    var _ =
        future.whenComplete(
            (view, failure) -> {
              if (future.isCancelled() && !call.view().isDone()) {
                calls.close(number);
              }
            });
    return future;
  }

  @Override
  public void read(ObjectId id, Buffer into) {
    Objects.requireNonNull(into, "into");
    new ReadCall(Objects.requireNonNull(id, "id"), readable, calls, into).run();
  }

  @Override
  public Ready await(Collection<ObjectId> ids, int count, Duration patience) {
    Set<ObjectId> distinct = distinct(ids);
    checkCount(count, distinct, ids);
    Objects.requireNonNull(patience, "patience");
    return new AwaitCall(calls, distinct, count).await(patience);
  }

  @Override
  public Reduction reduce(
      ObjectId target, Collection<ObjectId> sources, int count, ReductionOperator operator) {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(operator, "operator");
    Set<ObjectId> distinct = distinct(sources);
    checkCount(count, distinct, sources);
    if (distinct.contains(target)) {
      throw new IllegalArgumentException("object %s can't be reduced to itself".formatted(target));
    }
    if (!ReductionOperator.predefined().contains(operator)) {
      throw new IllegalArgumentException(
          "a store can't run the operator %s of this program; use one of %s, or get the objects and reduce them here"
              .formatted(operator.name(), ReductionOperator.predefined()));
    }
    Answer<ToClient.Reduced> answer = new Answer<>(calls, ToClient.Reduced.class);
    answer.open(
        call -> new ToStore.Reduce(call, target, List.copyOf(distinct), count, operator.name()));
    calls.letOthersRead();
    CompletableFuture<Set<ObjectId>> members =
        answer.future().thenApplyAsync(reduced -> Set.copyOf(reduced.members()), ELSEWHERE);
    return new Reduction(target, members, members.thenApply(taken -> without(distinct, taken)));
  }

  private static Set<ObjectId> without(Set<ObjectId> all, Set<ObjectId> some) {
    Set<ObjectId> left = new LinkedHashSet<>(all);
    left.removeAll(some);
    return left;
  }

  private static Set<ObjectId> distinct(Collection<ObjectId> ids) {
    Set<ObjectId> distinct = new LinkedHashSet<>();
    for (ObjectId id : Objects.requireNonNull(ids, "ids")) {
      distinct.add(Objects.requireNonNull(id, "id"));
    }
    return distinct;
  }

  private static void checkCount(int count, Set<ObjectId> distinct, Collection<ObjectId> ids) {
    if (distinct.size() < ids.size()) {
      throw new IllegalArgumentException("an object is named twice");
    }
    if (count < 1 || count > distinct.size()) {
      throw new IllegalArgumentException(
          "the count is 1 to the number of objects, which is %d; it is %d"
              .formatted(distinct.size(), count));
    }
  }

  @Override
  public Optional<ObjectInfo> info(ObjectId id) {
    Objects.requireNonNull(id, "id");
    Answer<ToClient.Described> answer = new Answer<>(calls, ToClient.Described.class);
    FromPrimary.Description found =
        answer.await(call -> new ToStore.Describe(call, id)).description();
    return found.inline() || !found.places().isEmpty()
        ? Optional.of(Reports.info(found))
        : Optional.empty();
  }

  @Override
  public void delete(Collection<ObjectId> ids) {
    List<ObjectId> distinct = List.copyOf(distinct(ids));
    new Answer<>(calls, ToClient.Done.class).await(call -> new ToStore.Delete(call, distinct));
  }

  @Override
  public List<StoreReport> report(boolean withObjects) {
    return new Answer<>(calls, ToClient.Surveyed.class)
        .await(call -> new ToStore.Survey(call, withObjects)).stores().stream()
            .map(Reports::report)
            .sorted(java.util.Comparator.comparingInt(StoreReport::slot))
            .toList();
  }

  @Override
  public void close() {
    calls.onLost("the program closed its connection to the store");
    calls.access().end();
    wire.close();
  }
}
