package io.starling.launcher.job;

import io.starling.launcher.placing.JobPlacement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** The host of each process of a job, by its number; processes are added, and none is removed. */
final class Residences {

  /** The host of processes that have joined from another job, or are in the job that was joined. */
  private static final int ELSEWHERE = -1;

  private final List<String> names;
  private final List<Integer> hosts = new ArrayList<>();

  /**
   * Those of the ranks that a job begins with.
   *
   * @param names of the hosts, by their numbers
   * @param before how many processes of another job have the numbers before
   */
  Residences(List<String> names, int before, JobPlacement placement) {
    this.names = List.copyOf(names);
    addElsewhere(before);
    add(placement);
  }

  /** Adds more processes. */
  void add(JobPlacement placement) {
    IntStream.range(0, placement.size()).map(placement::hostOf).forEach(hosts::add);
  }

  /** Adds processes of another job. */
  void addElsewhere(int processes) {
    hosts.addAll(Collections.nCopies(processes, ELSEWHERE));
  }

  /** How many processes there are or were. */
  int size() {
    return hosts.size();
  }

  /** What the host of a process is called. */
  String host(int process) {
    int host = hosts.get(process);
    return host == ELSEWHERE ? "another job" : names.get(host);
  }

  /** What a host is called. */
  String name(int host) {
    return names.get(host);
  }

  /** The processes of a host. */
  List<Integer> on(int host) {
    return IntStream.range(0, size())
        .filter(process -> hosts.get(process) == host)
        .boxed()
        .toList();
  }

  /** How many hosts there are. */
  int hosts() {
    return names.size();
  }
}
