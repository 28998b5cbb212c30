package io.starling.launcher.hosts;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An interface of this host, by which it talks to the other hosts of a job.
 *
 * @param device what the operating system calls it, {@code eth0}
 * @param address the host's address there
 * @param prefix how many bits of it name the network
 */
public record HostInterface(String device, InetAddress address, int prefix) {

  private static final Pattern RANGE = Pattern.compile("([0-9a-fA-F.:]+)/(\\d{1,3})");
  private static final Pattern ADDRESS =
      Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  private static final Path INTERFACES = Path.of("/sys/class/net");

  /** Any port will do: the socket sends nothing. */
  private static final int SOME_PORT = 9;

  /**
   * The one that {@code --net} names.
   *
   * @param choice an interface, {@code eth0}; a network, {@code 10.1.0.0/16}; or an address of this
   *     host
   * @throws IllegalArgumentException if this host has none such; the message lists what it has
   */
  public static HostInterface named(String choice) {
    Matcher range = RANGE.matcher(choice);
    List<HostInterface> all = all();
    Optional<HostInterface> found;
    if (range.matches()) {
      byte[] base = address(choice, range.group(1)).getAddress();
      int bits = Integer.parseInt(range.group(2));
      if (bits > base.length * Byte.SIZE) {
        throw refusal(choice, "there is no such network");
      }
      found = all.stream().filter(it -> it.isWithin(base, bits)).findFirst();
    } else if (ADDRESS.matcher(choice).matches()) {
      InetAddress address = address(choice, choice);
      found = all.stream().filter(it -> it.address.equals(address)).findFirst();
    } else {
      found = all.stream().filter(it -> it.device.equals(choice)).findFirst();
    }
    return found.orElseThrow(() -> refusal(choice, "there is no such interface"));
  }

  /** The one by which packets to an address leave this host; empty where there is no route. */
  public static Optional<HostInterface> towards(InetAddress address) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(address, SOME_PORT));
      InetAddress local = socket.getLocalAddress();
      return all().stream().filter(it -> it.address.equals(local)).findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The first that is no loopback, for hosts whose addresses are not known. */
  public static Optional<HostInterface> any() {
    return all().stream().filter(it -> !it.address.isLoopbackAddress()).findFirst();
  }

  /** This network in a form that names an interface of every host on it: {@code 10.1.0.7/16}. */
  public String range() {
    return address.getHostAddress().replaceFirst("%.*", "") + "/" + prefix;
  }

  /** Whether it is a bridge, such as one that shares a wire with virtual machines. */
  public boolean isBridge() {
    return isBridge(INTERFACES);
  }

  /** The same where these are the interfaces, a folder each. */
  boolean isBridge(Path interfaces) {
    return Files.isDirectory(interfaces.resolve(device).resolve("bridge"));
  }

  /** All that are up, those with an address of version 4 first. */
  private static List<HostInterface> all() {
    List<HostInterface> all = new ArrayList<>();
    try {
      for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
        if (device.isUp()) {
          for (InterfaceAddress bound : device.getInterfaceAddresses()) {
            all.add(
                new HostInterface(
                    device.getName(), bound.getAddress(), bound.getNetworkPrefixLength()));
          }
        }
      }
    } catch (SocketException e) {
      return List.of();
    }
    all.sort(Comparator.comparing(it -> !(it.address instanceof Inet4Address)));
    return all;
  }

  private boolean isWithin(byte[] base, int bits) {
    byte[] own = address.getAddress();
    if (own.length != base.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if ((own[bit / Byte.SIZE] & mask) != (base[bit / Byte.SIZE] & mask)) {
        return false;
      }
    }
    return true;
  }

  /** Asks no name server, as the text has the form of an address. */
  private static InetAddress address(String choice, String text) {
    try {
      return InetAddress.getByName(text);
    } catch (IOException e) {
      throw refusal(choice, "'" + text + "' is not an address");
    }
  }

  private static IllegalArgumentException refusal(String choice, String reason) {
    String there =
        all().stream().map(it -> it.device + " " + it.range()).collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "--net %s: %s on %s, which has %s".formatted(choice, reason, ThisHost.name(), there));
  }
}
