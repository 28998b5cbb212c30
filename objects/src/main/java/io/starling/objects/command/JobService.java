package io.starling.objects.command;

import io.starling.runtime.bootstrap.api.HostService;
import java.util.List;

/** Tells the launcher how to start the store of a host. */
public final class JobService implements HostService {

  /** For the service loader. */
  public JobService() {}

  @Override
  public String name() {
    return "objects";
  }

  @Override
  public String mainClass() {
    return JobStore.class.getName();
  }

  @Override
  public List<String> jvmFlags() {
    return List.of(
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "--add-modules=jdk.incubator.vector");
  }
}
