package io.starling.objects.command;

import io.starling.objects.Secret;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.client.StoreConnections;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.StarlingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The process that is the store of a host, for one job; {@link
 * io.starling.runtime.bootstrap.api.HostService} has what goes over its input and output.
 */
public final class JobStore {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String END = "end";
  private static final int FAILED = 1;

  private JobStore() {}

  /** Reads settings, serves until the input ends, and leaves nothing behind. */
  @SuppressWarnings("checkstyle:noPrinting") // Its output is the way to the launcher.
  public static void main(String[] arguments) throws InterruptedException {
    // Words of libraries must not stand among the answers.
    PrintStream answers = System.out;
    System.setOut(System.err);
    System.exit(serve(System.in, answers));
  }

  private static int serve(InputStream input, PrintStream answers) throws InterruptedException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    try {
      Map<String, String> settings = read(lines);
      Path file = Path.of(settings.get("file"));
      StoreConfiguration configuration = configuration(settings);
      ServedStore store =
          ServedStore.start(
              configuration,
              StoreConnections.hostName(),
              file,
              file.getParent(),
              note -> note(answers, note));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(store, file)));
      InetSocketAddress address = store.host().address();
      answers.println("ready %s:%d".formatted(address.getHostString(), address.getPort()));
      return awaitEnd(lines, store, answers);
    } catch (IOException | StarlingException | IllegalArgumentException | NullPointerException e) {
      answers.println("failed " + e.getMessage());
      return FAILED;
    }
  }

  private static void note(PrintStream answers, String note) {
    answers.println("note " + note);
  }

  /** The input ends, or the store does. */
  private static int awaitEnd(BufferedReader lines, ServedStore store, PrintStream answers)
      throws InterruptedException {
    CompletableFuture<String> asked = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("input").start(() -> drain(lines, asked));
    CompletableFuture.anyOf(asked, store.host().ended()).join();
    if (asked.isDone()) {
      return 0;
    }
    note(answers, store.host().ended().join());
    return FAILED;
  }

  private static void drain(BufferedReader lines, CompletableFuture<String> asked) {
    try {
      String line = lines.readLine();
      while (line != null) {
        line = lines.readLine();
      }
    } catch (IOException e) {
      // That is an end too.
    }
    asked.complete("");
  }

  private static void close(ServedStore store, Path file) {
    store.close();
    try {
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      // Who started this process looks after the folder.
    }
  }

  private static Map<String, String> read(BufferedReader lines) throws IOException {
    Map<String, String> settings = new HashMap<>();
    for (String line = lines.readLine(); !END.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("the settings end too early");
      }
      int blank = line.indexOf(' ');
      if (blank < 0) {
        throw new IOException("no setting of a store: '%s'".formatted(line));
      }
      settings.put(line.substring(0, blank), line.substring(blank + 1));
    }
    for (String key : new String[] {"memory", "address", "secret", "silence", "file"}) {
      if (!settings.containsKey(key)) {
        throw new IOException("the settings lack '%s'".formatted(key));
      }
    }
    return settings;
  }

  private static StoreConfiguration configuration(Map<String, String> settings) throws IOException {
    String contact = settings.get("contact");
    return new StoreConfiguration(
        Long.parseLong(settings.get("memory")),
        PATIENCE,
        Duration.ofMillis(Long.parseLong(settings.get("silence"))),
        new InetSocketAddress(InetAddress.getByName(settings.get("address")), 0),
        Secret.parse(settings.get("secret")),
        contact == null ? Optional.empty() : Optional.of(place(contact)),
        false);
  }

  private static InetSocketAddress place(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }
}
