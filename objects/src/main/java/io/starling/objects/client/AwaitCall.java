package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.Ready;
import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;

/** Waits for the first of several objects. */
final class AwaitCall implements Call {

  private final Calls calls;
  private final int count;
  private final Set<ObjectId> complete = new LinkedHashSet<>();
  private final Set<ObjectId> missing;
  private RuntimeException gone;
  private int possible;
  private RuntimeException failure;

  AwaitCall(Calls calls, Set<ObjectId> ids, int count) {
    this.calls = calls;
    this.count = count;
    this.missing = new LinkedHashSet<>(ids);
    this.possible = ids.size();
  }

  Ready await(Duration patience) {
    List<ObjectId> ids = List.copyOf(missing);
    long number = calls.open(this, call -> new ToStore.Watch(call, ids));
    calls.letOthersRead();
    long end = System.nanoTime() + Calls.nanoseconds(patience);
    try {
      return await(end);
    } finally {
      calls.close(number);
    }
  }

  private synchronized Ready await(long end) {
    long left = end - System.nanoTime();
    while (complete.size() < count && possible >= count && failure == null && left > 0) {
      try {
        wait(left / 1_000_000, (int) (left % 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("the thread was interrupted while it awaited objects");
      }
      left = end - System.nanoTime();
    }
    if (failure != null) {
      throw Call.again(failure);
    }
    if (possible < count) {
      throw gone;
    }
    return new Ready(complete, missing, complete.size() >= count);
  }

  @Override
  public synchronized void onMessage(ToClient message) {
    switch (message) {
      case ToClient.Complete news -> {
        missing.remove(news.id());
        complete.add(news.id());
      }
      case ToClient.Gone news -> {
        gone = Call.reason(news.kind(), news.id(), news.text());
        possible--;
      }
      default -> throw new IllegalStateException("no answer to a watch: " + message);
    }
    notifyAll();
  }

  @Override
  public synchronized void onFailed(RuntimeException reason) {
    failure = reason;
    notifyAll();
  }
}
