package io.starling.launcher.agent;

import io.starling.launcher.hosts.HostAccess;
import io.starling.runtime.bootstrap.api.JobFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What an agent reads from its standard input when it is started, as lines: nothing of it may stand
 * in a command line or an environment, where other users could see it.
 *
 * @param host the agent's host by its number in the job, or {@link #BY_NAME}
 * @param parent where it joins
 * @param silence after which a connection without a word is lost
 * @param net the network that the job uses, as {@code --net} takes it; empty for the one by which
 *     the agent reaches its parent
 * @param access how the agents below it are started
 * @param hosts all hosts that have agents, by their numbers in the job
 */
public record AgentOrders(
    int host,
    JobFile parent,
    Duration silence,
    String net,
    HostAccess access,
    List<RemoteHost> hosts) {

  /** The host is the one of the list that Slurm says this is. */
  public static final int BY_NAME = -1;

  private static final String HEADER = "starling-agent-1";
  private static final String END = "end";
  private static final int LONGEST_LINE = 1 << 16;
  private static final int MOST_LINES = 1 << 16;

  /** Copies the list. */
  public AgentOrders {
    hosts = List.copyOf(hosts);
  }

  /** The same for another host, which joins at another place. */
  public AgentOrders at(int other, JobFile place) {
    return new AgentOrders(other, place, silence, net, access, hosts);
  }

  /**
   * Those of which a host starts the agents: hosts are numbered through a tree of equal width.
   *
   * <pre>
   * width 2     launcher: 0 1     0: 2 3     1: 4 5     2: 6 7     ...
   * </pre>
   *
   * @param position of the host in the list of hosts; -1 for the launcher
   */
  public List<RemoteHost> below(int position) {
    int first = (position + 1) * access.width();
    return IntStream.range(first, first + access.width())
        .filter(child -> child < hosts.size())
        .mapToObj(hosts::get)
        .toList();
  }

  /** The lines, for {@link #read}. */
  public byte[] toBytes() {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    lines.add("host " + host);
    lines.add("address " + parent.host());
    lines.add("port " + parent.port());
    lines.add("secret " + parent.secret());
    lines.add("silence " + silence.toMillis());
    lines.add("net " + net);
    lines.add("width " + access.width());
    lines.add("java-home " + access.javaHome());
    access.command().forEach(word -> lines.add("ssh " + word));
    hosts.forEach(remote -> lines.add("at " + remote.number() + " " + remote.name()));
    lines.add(END);
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads as far as the orders go, and not a byte more.
   *
   * @throws IOException if they are not whole
   */
  public static AgentOrders read(InputStream in) throws IOException {
    if (!HEADER.equals(line(in))) {
      throw new IOException("the orders are of another version of Starling");
    }
    Map<String, String> fields = new HashMap<>();
    List<String> command = new ArrayList<>();
    List<RemoteHost> hosts = new ArrayList<>();
    int lines = 0;
    for (String line = line(in); !line.equals(END); line = line(in)) {
      int blank = line.indexOf(' ');
      if (blank < 0 || ++lines > MOST_LINES) {
        throw new IOException("damaged orders at '" + line + "'");
      }
      String value = line.substring(blank + 1);
      switch (line.substring(0, blank)) {
        case "ssh" -> command.add(value);
        case "at" -> hosts.add(RemoteHost.parse(value));
        default -> fields.put(line.substring(0, blank), value);
      }
    }
    return orders(fields, command, hosts);
  }

  private static AgentOrders orders(
      Map<String, String> fields, List<String> command, List<RemoteHost> hosts) throws IOException {
    try {
      return new AgentOrders(
          Integer.parseInt(fields.get("host")),
          new JobFile(
              fields.get("address"), Integer.parseInt(fields.get("port")), fields.get("secret")),
          Duration.ofMillis(Long.parseLong(fields.get("silence"))),
          fields.get("net"),
          new HostAccess(command, fields.get("java-home"), Integer.parseInt(fields.get("width"))),
          hosts);
    } catch (NullPointerException | IllegalArgumentException e) {
      throw new IOException("damaged orders: " + e.getMessage(), e);
    }
  }

  /** Unbuffered, for what follows the orders belongs to somebody else. */
  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    int read = in.read();
    for (; read >= 0 && read != '\n'; read = in.read()) {
      line.append((char) read);
      if (line.length() > LONGEST_LINE) {
        throw new IOException("damaged orders: a line without end");
      }
    }
    if (read < 0) {
      throw new IOException("the orders end too early");
    }
    return new String(
        line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "AgentOrders[host " + host + ", " + parent + "]";
  }
}
