package io.starling.launcher;

import io.starling.runtime.bootstrap.HostService;

/**
 * What a job wants beside its ranks on each of its hosts.
 *
 * @param service what to run
 * @param memory how many bytes it may use on each host
 */
public record ServiceRequest(HostService service, long memory) {

  /** What it is called in messages, with its host. */
  String on(String host) {
    return "the store of %s on %s".formatted(service.name(), host);
  }

  /** What its end means while the job runs. */
  String loss(String host, int status) {
    return "%s %s; what only it had is lost".formatted(on(host), ExitStatus.died(status));
  }
}
