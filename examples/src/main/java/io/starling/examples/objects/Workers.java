package io.starling.examples.objects;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.Ready;
import io.starling.runtime.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A master's side: it gives each worker an order at a time, and takes the results that come first.
 *
 * <pre>{@code
 * master   model 1, order ------------------------------> model 2, order ---->
 * worker            '--> get model 1, compute, put result --'     '--> ...
 * }</pre>
 *
 * <p>A worker whose result does not come for some time is silent: the master waits for it no
 * longer. A result that comes late is taken all the same.
 *
 * <p>Of one thread.
 */
public final class Workers {

  private static final Duration START = Duration.ofMinutes(1);

  /** How many times longer a first result may take: the worker's JVM is cold. */
  private static final int COLD = 10;

  /** What the master knows of a worker. */
  private static final class Member {
    private final int number;
    private long turn;
    private long version;
    private long since;
    private boolean silent;

    Member(int number) {
      this.number = number;
    }
  }

  private final ObjectStore store;
  private final Names names;
  private final Duration patience;
  private final Consumer<String> news;
  private final List<Member> members = new ArrayList<>();
  private final Map<ObjectId, Member> pending = new LinkedHashMap<>();
  private final Set<Long> models = new HashSet<>();
  private long version;

  /**
   * A master of workers 1 to {@code count}.
   *
   * @param program a text that no other program on this store uses
   * @param patience how long a result may take
   * @param news gets a sentence when a worker falls silent or is back
   */
  public Workers(
      ObjectStore store, String program, int count, Duration patience, Consumer<String> news) {
    this.store = store;
    this.names = new Names(program);
    this.patience = patience;
    this.news = news;
    for (int number = 1; number <= count; number++) {
      members.add(new Member(number));
    }
  }

  /** Waits until all workers are there, and gives all of them the first model. */
  public void start(Buffer model) {
    List<ObjectId> signs = members.stream().map(one -> names.result(one.number, 0)).toList();
    Ready ready = store.await(signs, signs.size(), START);
    publish(model);
    for (Member member : members) {
      if (ready.missing().contains(names.result(member.number, 0))) {
        fallSilent(member);
      }
      order(member, version);
    }
  }

  /** The results that are to come or have come, and were not taken. */
  public Set<ObjectId> pending() {
    return Set.copyOf(pending.keySet());
  }

  /** The number of workers that are not silent. */
  public int living() {
    return (int) members.stream().filter(member -> !member.silent).count();
  }

  /**
   * Waits for the results that come first.
   *
   * @param count how many; fewer where fewer workers are left
   */
  public List<ObjectId> first(int count) {
    while (true) {
      int wanted = Math.min(count, living());
      Ready ready = store.await(pending.keySet(), wanted, patience);
      if (ready.enough()) {
        return ready.complete().stream().limit(wanted).toList();
      }
      listen();
    }
  }

  /**
   * Puts the next model, and orders more from the workers whose results were taken. These results,
   * and models that no worker needs, are deleted.
   */
  public void proceed(Collection<ObjectId> taken, Buffer model) {
    publish(model);
    List<ObjectId> garbage = new ArrayList<>(taken);
    for (ObjectId result : taken) {
      Member member = pending.remove(result);
      garbage.add(names.order(member.number, member.turn));
      if (member.silent) {
        member.silent = false;
        news.accept("worker %d is back".formatted(member.number));
      }
      order(member, version);
    }
    Set<Long> used = new HashSet<>(members.stream().map(member -> member.version).toList());
    models.stream().filter(one -> !used.contains(one)).map(names::model).forEach(garbage::add);
    models.retainAll(used);
    store.delete(garbage);
  }

  /**
   * Finds the workers that have fallen silent.
   *
   * @throws IllegalStateException if all have
   */
  public void listen() {
    long now = System.nanoTime();
    List<ObjectId> late = new ArrayList<>();
    pending.forEach(
        (result, member) -> {
          long limit = patience.toNanos() * (member.turn == 1 ? COLD : 1);
          if (!member.silent && now - member.since > limit) {
            late.add(result);
          }
        });
    if (!late.isEmpty()) {
      store.await(late, 1, Duration.ZERO).missing().stream()
          .map(pending::get)
          .forEach(this::fallSilent);
    }
    if (living() == 0) {
      throw new IllegalStateException("no worker is left");
    }
  }

  /** Tells all workers that it is over. What they still do is waited for, but not taken. */
  public void dismiss() {
    Ready last = store.await(pending.keySet(), pending.size(), patience);
    last.missing().stream()
        .map(pending::get)
        .filter(member -> !member.silent)
        .forEach(this::fallSilent);
    members.forEach(member -> order(member, Names.END));
  }

  private void publish(Buffer model) {
    version++;
    if (!store.put(names.model(version), model)) {
      throw new IllegalStateException(
          "the store has objects of an earlier job; 'starling run --objects' starts a new one");
    }
    models.add(version);
  }

  private void order(Member member, long what) {
    member.turn++;
    member.version = what;
    member.since = System.nanoTime();
    store.put(names.order(member.number, member.turn), Buffer.of(what));
    pending.put(names.result(member.number, member.turn), member);
  }

  private void fallSilent(Member member) {
    member.silent = true;
    news.accept("worker %d is silent; %d go on".formatted(member.number, living()));
  }
}
