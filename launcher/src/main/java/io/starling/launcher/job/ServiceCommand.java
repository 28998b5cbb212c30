package io.starling.launcher.job;

import io.starling.launcher.service.ServicePlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** With what command line and what settings the services of a job are started. */
record ServiceCommand(JobSpecification specification, ServiceRequest request) {

  /**
   * For the launcher's host.
   *
   * @param contact where another service is; empty for the first one
   */
  ServicePlan here(String contact) {
    String java = System.getProperty("java.home");
    return plan("", java, RankCommand.ownClassPath(), contact);
  }

  /** For another host. */
  ServicePlan elsewhere(String contact) {
    return plan(
        System.getProperty("user.dir"),
        specification.hosts().access().javaHome(),
        RankCommand.existing(RankCommand.ownClassPath()),
        contact);
  }

  private ServicePlan plan(String directory, String javaHome, String classPath, String contact) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(javaHome, "bin", "java").toString());
    command.addAll(request.service().jvmFlags());
    command.addAll(List.of("-cp", classPath, request.service().mainClass()));
    Map<String, String> settings = new HashMap<>();
    settings.put(ServicePlan.MEMORY, Long.toString(request.memory()));
    settings.put("silence", Long.toString(specification.failures().silence().toMillis()));
    if (!contact.isEmpty()) {
      settings.put("contact", contact);
    }
    return new ServicePlan(request.service().name(), directory, command, settings);
  }
}
