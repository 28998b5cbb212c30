package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.remote.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Waits until services are there, or one can't be.
 *
 * @param names of the hosts, by their numbers
 * @param patience how long they may take
 */
record ServiceWait(
    ServiceRequest request,
    BlockingQueue<Event> events,
    IntFunction<String> names,
    Duration patience) {

  /**
   * Returns where the services of these hosts can be reached. All other events are left.
   *
   * @throws LaunchException if one fails or takes too long; the message says which, and why
   * @throws SignalledException if the launcher is told to end meanwhile
   */
  Map<Integer, String> await(Collection<Integer> hosts)
      throws InterruptedException, SignalledException {
    Map<Integer, String> places = new TreeMap<>();
    List<Event> others = new ArrayList<>();
    long deadline = System.nanoTime() + patience.toNanos();
    while (!places.keySet().containsAll(hosts)) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      switch (event) {
        case null -> throw late(hosts.stream().filter(host -> !places.containsKey(host)).toList());
        case Event.ServiceReady(int host, String place) -> places.put(host, place);
        case Event.ServiceFailed(int host, String words) ->
            throw new LaunchException(on(host) + " cannot start: " + words);
        case Event.ServiceEnded(int host, int status) ->
            throw new LaunchException(
                "%s %s before the ranks were started".formatted(on(host), ExitStatus.died(status)));
        case Event.HostFailed(int host, String reason) ->
            throw new LaunchException(names.apply(host) + ": " + reason);
        case Event.HostLost(int host, String reason) ->
            throw new LaunchException("lost %s: %s".formatted(names.apply(host), reason));
        case Event.Signalled(int number) when number != Signals.REPORT ->
            throw new SignalledException(number);
        default -> others.add(event);
      }
    }
    events.addAll(others);
    return places;
  }

  private LaunchException late(List<Integer> hosts) {
    String missing = hosts.stream().map(names::apply).collect(Collectors.joining(", "));
    return new LaunchException(
        "%s is not ready within %s s (--start-timeout)"
            .formatted(request.on(missing), JobTime.seconds(patience)));
  }

  private String on(int host) {
    return request.on(names.apply(host));
  }
}
