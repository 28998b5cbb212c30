package io.starling.launcher.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** How to tell whether a name means the host that the launcher runs on. */
public final class ThisHost {

  private static final Set<String> ALIASES = Set.of("localhost", "127.0.0.1");

  private ThisHost() {}

  /** What this machine calls itself, without asking a name server. */
  public static String name() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }

  /** Whether this host has that name or address. A name with a user's is always reached by ssh. */
  public static boolean is(String name) {
    String own = name();
    if (ALIASES.contains(name) || name.equals(own) || isShort(name, own) || isShort(own, name)) {
      return true;
    }
    try {
      InetAddress address = InetAddress.getByName(name);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }

  private static boolean isShort(String name, String full) {
    return full.startsWith(name + ".");
  }
}
