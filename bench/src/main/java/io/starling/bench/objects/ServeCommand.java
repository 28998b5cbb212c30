package io.starling.bench.objects;

import io.starling.bench.report.Units;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.hosts.HostInterface;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.client.StoreConnections;
import io.starling.objects.host.Notes;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.ByteSize;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling objects serve}: a store, until a signal ends it. */
@Command(
    name = "serve",
    header = "Serves a store of objects for the programs of this host.",
    description = {
      "",
      "It runs until INT or TERM ends it, or until the other stores go on without it. Programs find"
          + " it by a file below ~/.starling/objects, which only you may read, as it has the"
          + " secret. A store on another host joins by a copy of that file, or by the address and a"
          + " file with the secret.",
      ""
    },
    exitCodeList = {
      "0:a signal ended it",
      "1:it could not start or join, or the other stores went on without it",
      "2:wrong usage"
    },
    footer = {
      "  starling objects serve --memory 8G",
      "  starling objects serve --memory 8G --join ~/.starling/objects/default@node1",
      "  starling objects serve --memory 8G --join node1:4711 --secret-file secret --net eth0"
    })
final class ServeCommand implements Callable<Integer> {

  private static final int FAILED = 1;
  private static final long LEAST_MEMORY = 1 << 20;
  private static final double LEAST_SILENCE = 0.1;
  private static final double LONGEST = 86_400;

  @Spec private CommandSpec spec;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      required = true,
      description = "the memory of all copies at most, such as 8G; at least 1M")
  private String memory;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "the name of the store, if this host has several (${DEFAULT-VALUE})")
  private String name = StoreConnections.DEFAULT_NAME;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "the file by which programs find the store, instead of one with its name")
  private Path file;

  @Option(
      names = "--join",
      paramLabel = "FILE|HOST:PORT",
      description = "join the stores of which one wrote this file, or listens there")
  private String contact;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "the secret of all stores, 32 hexadecimal digits or more; without it and --join, a random"
              + " one")
  private Path secretFile;

  @Option(
      names = "--net",
      paramLabel = "NET",
      description =
          "the network by which other stores reach this one: an interface, a network such as"
              + " 10.1.0.0/16, or an address of this host")
  private String net;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "where it listens for other stores; 0 takes any (${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--silence",
      paramLabel = "SECONDS",
      description =
          "how long another store may say nothing before it is held for dead (${DEFAULT-VALUE})")
  private double silence = 5;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      description = "how long a put or get waits for memory that others hold (${DEFAULT-VALUE})")
  private double patience = 10;

  @Override
  public Integer call() {
    StoreConfiguration configuration;
    try {
      configuration = configuration();
    } catch (IllegalArgumentException | IOException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    Path place = file == null ? StoreConnections.file(name) : file;
    PrintWriter notes = spec.commandLine().getErr();
    CompletableFuture<Integer> signal = new CompletableFuture<>();
    try (Signals _ = new Signals(signal::complete);
        ServedStore store =
            ServedStore.start(configuration, StoreConnections.hostName(), place, new Said(notes))) {
      announce(store, place);
      CompletableFuture.anyOf(signal, store.host().ended()).join();
      if (signal.isDone()) {
        return 0;
      }
      say(notes, store.host().ended().join());
      return FAILED;
    } catch (StarlingException e) {
      say(notes, e.getMessage());
      return FAILED;
    }
  }

  private void announce(ServedStore store, Path place) {
    InetSocketAddress address = store.host().address();
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "store %d listens at %s:%d with %s of memory"
            .formatted(
                store.host().store().self(),
                address.getAddress().getHostAddress(),
                address.getPort(),
                Units.bytes(store.host().configuration().memory())));
    out.println("programs of this host find it by %s".formatted(place));
    out.flush();
  }

  /** People see how stores come and go, too. */
  private record Said(PrintWriter target) implements Notes {

    @Override
    public void accept(String text) {
      say(target, text);
    }

    @Override
    public void news(String text) {
      say(target, text);
    }
  }

  private static void say(PrintWriter notes, String note) {
    notes.println("starling: " + note);
    notes.flush();
  }

  private StoreConfiguration configuration() throws IOException {
    if (!name.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "--name has letters, digits, '.', '_' and '-' only, not '%s'".formatted(name));
    }
    if (port < 0 || port > 0xffff) {
      throw new IllegalArgumentException("--port is 0 to 65535, not " + port);
    }
    OtherStores others = OtherStores.of(contact, secretFile);
    return new StoreConfiguration(
        memory(),
        seconds("--patience", patience, 0),
        seconds("--silence", silence, LEAST_SILENCE),
        new InetSocketAddress(address(others), port),
        others.secret(),
        others.contact(),
        false);
  }

  private long memory() {
    long bytes;
    try {
      bytes = ByteSize.parse(memory);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--memory: " + e.getMessage(), e);
    }
    if (bytes < LEAST_MEMORY) {
      throw new IllegalArgumentException("--memory is 1M at least, not '%s'".formatted(memory));
    }
    return bytes;
  }

  private static Duration seconds(String option, double seconds, double least) {
    if (!(seconds >= least && seconds <= LONGEST)) {
      throw new IllegalArgumentException(
          "%s is %s to 86400 seconds, not %s"
              .formatted(option, least == 0 ? "0" : Double.toString(least), number(seconds)));
    }
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  /** As people write it: 5, not 5.0. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private InetAddress address(OtherStores others) throws UnknownHostException {
    if (net != null) {
      return HostInterface.named(net).address();
    }
    return others
        .contact()
        .map(InetSocketAddress::getAddress)
        .flatMap(HostInterface::towards)
        .or(HostInterface::any)
        .map(HostInterface::address)
        .orElse(InetAddress.getLoopbackAddress());
  }
}
