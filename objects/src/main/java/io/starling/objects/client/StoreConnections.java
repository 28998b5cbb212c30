package io.starling.objects.client;

import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.door.DoorFile;
import io.starling.objects.host.StoreHost;
import io.starling.runtime.log.Logs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Makes the connections that programs ask for. */
public final class StoreConnections {

  /** The name of a store that was given none. */
  public static final String DEFAULT_NAME = "default";

  /** A store lets a program in within milliseconds; one that takes so long is stopped. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private StoreConnections() {}

  /** Connects to the store that the environment names. */
  public static ObjectStore connect(Map<String, String> environment) {
    return connect(file(environment.getOrDefault(ObjectStore.VARIABLE, DEFAULT_NAME)));
  }

  /**
   * The file of a store.
   *
   * @param name of the store, or a path, which has a slash
   */
  public static Path file(String name) {
    return name.contains("/")
        ? Path.of(name)
        : DoorFile.named(name, hostName(), Path.of(System.getProperty("user.home")));
  }

  /** The name of this host. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  /** Connects to a store of this host. */
  public static ObjectStore connect(Path path) {
    return connect(path, PATIENCE);
  }

  /** The same, where the store lets the program in within this time. */
  static ObjectStore connect(Path path, Duration patience) {
    DoorFile file = read(path);
    Calls calls = new Calls();
    SocketWire wire = new SocketWire(file, path, patience, calls);
    calls.use(wire);
    try {
      MemorySegment readable = StoreHost.map(file, MapMode.READ_ONLY, Arena.ofAuto());
      MemorySegment writable = StoreHost.map(file, MapMode.READ_WRITE, Arena.ofAuto());
      wire.start();
      return new StoreClient(calls, wire, readable, writable);
    } catch (IOException | IllegalArgumentException e) {
      wire.close();
      throw new StoreLostException(
          "the memory of the store of %s can't be mapped (%s): is process %d on this host, in the same container, and is 'ulimit -v' unlimited?"
              .formatted(file.host(), e.getMessage(), file.process()),
          e);
    }
  }

  private static DoorFile read(Path path) {
    try {
      return DoorFile.read(path);
    } catch (NoSuchFileException e) {
      throw new StoreLostException(
          "there is no store: %s does not exist. 'starling objects serve' starts a store, 'starling run --objects SIZE' one for a job"
              .formatted(path),
          e);
    } catch (IOException | IllegalArgumentException e) {
      throw new StoreLostException("the file of the store can't be used: " + e.getMessage(), e);
    }
  }

  /** Starts a store on a thread of this process. */
  public static ObjectStore embedded(StoreConfiguration configuration) {
    System.Logger logger = Logs.named("io.starling.objects");
    StoreHost host =
        StoreHost.start(configuration, note -> logger.log(System.Logger.Level.WARNING, note));
    return embedded(host);
  }

  /** The door to a store of this process; it ends the store when it is closed. */
  static ObjectStore embedded(StoreHost host) {
    Calls calls = new Calls();
    DirectWire wire = new DirectWire(host, calls);
    calls.use(wire);
    return new StoreClient(calls, wire, host.memory().asReadOnly(), host.memory());
  }
}
