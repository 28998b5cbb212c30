import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryAddedListener;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A member of a Hazelcast cluster: does what the lines of its input say, and prints the nanoseconds
 * that each took.
 *
 * <pre>
 *   java -cp hazelcast.jar ObjectsHazelcast.java ADDRESS PORT FIRST:PORT MEMBERS
 * </pre>
 */
final class ObjectsHazelcast {

  private static final long PATIENCE = 60_000_000_000L;
  private static final long PAUSE_MILLIS = 20;

  private static final int WARM_UP_BYTES = 1 << 10;

  private final boolean isFirst;
  private final IMap<String, byte[]> objects;
  private final IMap<String, byte[]> there;
  private final IMap<String, byte[]> back;
  private final BlockingQueue<byte[]> come = new LinkedBlockingQueue<>();

  private ObjectsHazelcast(HazelcastInstance instance, boolean isFirst) {
    this.isFirst = isFirst;
    objects = instance.getMap("objects");
    there = instance.getMap("there");
    back = instance.getMap("back");
    if (isFirst) {
      EntryAddedListener<String, byte[]> comes = event -> come.add(event.getValue());
      back.addEntryListener(comes, true);
    } else {
      EntryAddedListener<String, byte[]> answers =
          event -> back.setAsync(event.getKey(), event.getValue());
      there.addEntryListener(answers, true);
    }
  }

  public static void main(String[] words) {
    int status = 0;
    try {
      serve(words);
    } catch (Exception e) {
      e.printStackTrace();
      status = 1;
    }
    // Hazelcast's threads would go on.
    Runtime.getRuntime().halt(status);
  }

  private static void serve(String[] words) throws IOException, InterruptedException {
    int members = Integer.parseInt(words[3]);
    HazelcastInstance instance =
        Hazelcast.newHazelcastInstance(config(words[0], Integer.parseInt(words[1]), words[2]));
    awaitMembers(instance, members);
    ObjectsHazelcast member = new ObjectsHazelcast(instance, members == 1);
    System.out.println("ready");
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      String[] order = line.split(" ");
      int number = Integer.parseInt(order[2]);
      System.out.println(
          order[0].equals("warm")
              ? member.warm(order[1], number)
              : member.run(order[0], order[1], number));
    }
  }

  private static Config config(String address, int port, String first) {
    Config config = new Config();
    config.setProperty("hazelcast.logging.type", "none");
    config.setProperty("hazelcast.phone.home.enabled", "false");
    config.setProperty("hazelcast.wait.seconds.before.join", "0");
    NetworkConfig network = config.getNetworkConfig();
    network.setPort(port).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface(address);
    JoinConfig join = network.getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).addMember(first);
    return config.addMapConfig(
        new MapConfig("*").setInMemoryFormat(InMemoryFormat.BINARY).setBackupCount(1));
  }

  /** Returns when so many are there, and each has its part of the data. */
  private static void awaitMembers(HazelcastInstance instance, int members)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE;
    while (instance.getCluster().getMembers().size() < members
        || !instance.getPartitionService().isClusterSafe()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("the members do not find each other");
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /** An empty line is the end. */
  private static String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  /** For the JIT compiler; the key is no other member's. */
  private long warm(String key, int millis) throws InterruptedException {
    long begin = System.nanoTime();
    long end = begin + millis * 1_000_000L;
    for (long i = 0; System.nanoTime() - end < 0; i++) {
      String next = "warm %s %d".formatted(key, i);
      run("put", next, WARM_UP_BYTES);
      run("get", next, WARM_UP_BYTES);
      if (isFirst) {
        run("roundtrip", next, WARM_UP_BYTES);
      }
      run("delete", next, 0);
    }
    return System.nanoTime() - begin;
  }

  private long run(String what, String key, int bytes) throws InterruptedException {
    byte[] data = new byte[bytes];
    byte[] got = data;
    long begin = System.nanoTime();
    switch (what) {
      case "put" -> objects.set(key, data);
      case "get" -> got = objects.get(key);
      case "roundtrip" -> {
        there.set(key, data);
        got = come.poll(PATIENCE, TimeUnit.NANOSECONDS);
      }
      case "delete" -> {
        objects.delete(key);
        there.delete(key);
        back.delete(key);
      }
      default -> throw new IllegalArgumentException(what);
    }
    long took = System.nanoTime() - begin;
    if (got == null || got.length != bytes) {
      throw new IllegalStateException(what + " did not give what was put");
    }
    return took;
  }
}
