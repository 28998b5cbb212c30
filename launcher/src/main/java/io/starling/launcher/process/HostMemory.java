package io.starling.launcher.process;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The memory of this host. */
public final class HostMemory {

  private HostMemory() {}

  /** The bytes of which JVMs take their percentage: those of the container, if it has a limit. */
  public static long bytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
