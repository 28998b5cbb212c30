package io.starling.objects.client;

import io.starling.objects.StoreLostException;
import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * The calls of a program that are open, by their numbers.
 *
 * <p>Invariant: a call that was opened gets an answer or hears that the store is lost.
 */
final class Calls {

  /** A short answer comes within this many looks, and spares the program a sleep. */
  private static final int LOOKS = 2_000;

  /** A directory has answered in this time; so long even an impatient program waits. */
  private static final Duration ANSWER = Duration.ofMillis(50);

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final Map<Long, Call> open = new ConcurrentHashMap<>();
  private final AtomicLong last = new AtomicLong();
  private final Access access = new Access();
  private volatile Wire wire;
  private volatile String lost;

  void use(Wire connected) {
    wire = connected;
  }

  /** To the memory of the store. */
  Access access() {
    return access;
  }

  /** Opens a call, and sends its message. */
  long open(Call call, LongFunction<ToStore> message) {
    long number = last.incrementAndGet();
    open.put(number, call);
    try {
      send(message.apply(number));
    } catch (RuntimeException e) {
      open.remove(number);
      throw e;
    }
    if (lost != null && open.remove(number) != null) {
      call.onFailed(new StoreLostException(lost));
    }
    return number;
  }

  /** A call is open, and its thread waits in its own way, or not at all. */
  void letOthersRead() {
    wire.letOthersRead();
  }

  /** Whether no call is open. */
  boolean isIdle() {
    return open.isEmpty();
  }

  /** Says more of a call. */
  void send(ToStore message) {
    if (lost == null) {
      wire.send(message);
    }
  }

  /** The call is over; the program may still have to send {@link ToStore.Close}. */
  void forget(long call) {
    open.remove(call);
  }

  /** The program wants no more of a call. */
  void close(long call) {
    open.remove(call);
    send(new ToStore.Close(call));
  }

  void onMessage(ToClient message) {
    Call call = open.get(message.call());
    if (call == null) {
      return;
    }
    if (message instanceof ToClient.Failed failed) {
      open.remove(message.call());
      call.onFailed(Call.reason(failed));
    } else {
      call.onMessage(message);
    }
  }

  /** The connection has ended. */
  void onLost(String reason) {
    if (lost == null) {
      lost = reason;
    }
    for (Long number : List.copyOf(open.keySet())) {
      Call call = open.remove(number);
      if (call != null) {
        call.onFailed(new StoreLostException(lost));
      }
    }
  }

  /** Why there is no store any more, or null. */
  String lost() {
    return lost;
  }

  /**
   * Waits for an answer, but not longer than some time.
   *
   * @param call closed when the thread is interrupted
   * @return empty if there was none in time
   */
  <T> Optional<T> await(CompletableFuture<T> answer, long call, Duration patience) {
    try {
      long end = System.nanoTime() + nanoseconds(patience);
      look(answer, nanoseconds(patience));
      return Optional.of(answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw interrupted(call);
    } catch (ExecutionException e) {
      throw Call.again(e.getCause());
    }
  }

  /** A patience of centuries is one without end, and none is time for an answer. */
  static long nanoseconds(Duration time) {
    if (time.compareTo(ANSWER) < 0) {
      return ANSWER.toNanos();
    }
    return time.compareTo(LONGEST) > 0 ? Long.MAX_VALUE / 2 : time.toNanos();
  }

  private void look(CompletableFuture<?> answer, long nanoseconds) {
    wire.await(answer, nanoseconds);
    for (int i = 0; i < LOOKS && !answer.isDone(); i++) {
      Thread.onSpinWait();
    }
  }

  private CancellationException interrupted(long call) {
    // So what is said last does not wait for a full socket.
    Thread.currentThread().interrupt();
    close(call);
    return new CancellationException("the thread was interrupted while it waited for the store");
  }

  /**
   * Waits for an answer.
   *
   * @param call closed when the thread is interrupted
   */
  <T> T await(CompletableFuture<T> answer, long call) {
    try {
      look(answer, Long.MAX_VALUE / 2);
      return answer.get();
    } catch (InterruptedException e) {
      throw interrupted(call);
    } catch (ExecutionException e) {
      throw Call.again(e.getCause());
    }
  }
}
