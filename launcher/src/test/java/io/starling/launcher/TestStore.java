package io.starling.launcher;

import io.starling.runtime.bootstrap.api.HostService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A service that keeps nothing, but starts and ends as it has to. Its file has the number of its
 * process and all that it was told but the secret.
 */
public final class TestStore implements HostService {

  private static final String BEHAVIOUR = "test.store";

  private final String behaviour;

  /** One that does what it should unless a property says otherwise; for the service loader. */
  public TestStore() {
    this(System.getProperty(BEHAVIOUR, "work"));
  }

  TestStore(String behaviour) {
    this.behaviour = behaviour;
  }

  @Override
  public String name() {
    return "objects";
  }

  @Override
  public String mainClass() {
    return TestStore.class.getName();
  }

  @Override
  public List<String> jvmFlags() {
    return List.of(
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--add-modules=jdk.incubator.vector",
        "-D" + BEHAVIOUR + "=" + behaviour);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Map<String, String> settings = settings(input);
    switch (System.getProperty(BEHAVIOUR)) {
      case "work" -> work(settings, input);
      case "talk" -> {
        System.err.println("an error of the store");
        System.out.println("note it is cold");
        work(settings, input);
        System.err.print("its last words");
      }
      case "fail" -> fail();
      case "fail-if-not-the-first" -> {
        if (settings.containsKey("contact")) {
          fail();
        } else {
          work(settings, input);
        }
      }
      case "end" -> System.exit(3);
      case "say-nothing" -> awaitEnd(input);
      case "hang" -> {
        write(settings);
        System.out.println("ready 127.0.0.1:1");
        Thread.sleep(Long.MAX_VALUE);
      }
      default -> throw new IllegalArgumentException(System.getProperty(BEHAVIOUR));
    }
  }

  private static Map<String, String> settings(BufferedReader input) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (String line = input.readLine(); !line.equals("end"); line = input.readLine()) {
      int blank = line.indexOf(' ');
      settings.put(line.substring(0, blank), line.substring(blank + 1));
    }
    return settings;
  }

  private static void work(Map<String, String> settings, BufferedReader input) throws IOException {
    InetAddress address = InetAddress.getByName(settings.get("address"));
    try (ServerSocket socket = new ServerSocket(0, 1, address)) {
      Path file = write(settings);
      System.out.println("ready %s:%d".formatted(address.getHostAddress(), socket.getLocalPort()));
      awaitEnd(input);
      Files.delete(file);
      Files.delete(file.getParent());
    }
  }

  private static void fail() {
    System.err.println("an error of the store");
    System.out.println("failed there is no memory");
  }

  private static void awaitEnd(BufferedReader input) throws IOException {
    while (input.readLine() != null) {
      // Nothing more is meant for it.
    }
  }

  /** Tells secrets apart without telling them. */
  private static String known(String secret) {
    boolean whole = secret.matches("[0-9a-f]{64}");
    return (whole ? "whole-" : "damaged-") + Integer.toHexString(secret.hashCode());
  }

  private static Path write(Map<String, String> settings) throws IOException {
    Path file = Path.of(settings.get("file"));
    Files.createDirectory(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Map<String, String> known = new HashMap<>(settings);
    known.put("secret", known(settings.get("secret")));
    known.put("pid", Long.toString(ProcessHandle.current().pid()));
    List<String> lines =
        known.entrySet().stream().map(it -> it.getKey() + "=" + it.getValue()).sorted().toList();
    return Files.write(file, lines);
  }
}
