package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import io.starling.runtime.bootstrap.api.HostService;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * What a job wants beside its ranks on each of its hosts.
 *
 * @param service what to run
 * @param memory how many bytes it may use on each host
 */
public record ServiceRequest(HostService service, long memory) {

  /** The store of objects with so much memory, if there is one on the class path. */
  public static Optional<ServiceRequest> objects(long memory) {
    return ServiceLoader.load(HostService.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(service -> service.name().equals("objects"))
        .findFirst()
        .map(service -> new ServiceRequest(service, memory));
  }

  /** What it is called in messages, with its host. */
  String on(String host) {
    return "the store of %s on %s".formatted(service.name(), host);
  }

  /** What its end means while the job runs. */
  String loss(String host, int status) {
    return "%s %s; what only it had is lost".formatted(on(host), ExitStatus.died(status));
  }
}
