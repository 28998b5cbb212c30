package io.starling.objects.host;

import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.door.DoorFile;
import io.starling.objects.door.SocketDoor;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A store that programs of its host reach through a socket, and the file by which they find it.
 *
 * <pre>
 *   start ---> store joins ---> socket, in a folder of the user alone ---> file, which has the secret
 *   close ---> file and socket go ---> store leaves
 * </pre>
 */
public final class ServedStore implements AutoCloseable {

  private static final String SOCKET = "socket";
  private static final String PREFIX = "starling-objects-";

  private final StoreHost host;
  private final Path file;
  private final Path folder;

  private ServedStore(StoreHost host, Path file, Path folder) {
    this.host = host;
    this.file = file;
    this.folder = folder;
  }

  /**
   * Starts a store, and lets programs in.
   *
   * @param name of this host, for people
   * @param file where programs find the store
   * @param notes hears what people should know, on the thread of the store
   * @throws StarlingException if that is not possible; then nothing is left
   */
  public static ServedStore start(
      StoreConfiguration configuration, String name, Path file, Notes notes) {
    return start(configuration, name, file, null, notes);
  }

  /**
   * The same with a folder for the socket that somebody removes if this process is killed.
   *
   * @param place has a path of less than 100 bytes, and is made if it is not there; null for a new
   *     folder
   */
  public static ServedStore start(
      StoreConfiguration configuration, String name, Path file, Path place, Notes notes) {
    replace(file, notes);
    StoreHost host = StoreHost.start(configuration, notes);
    Path folder = null;
    try {
      folder = place == null ? Files.createTempDirectory(PREFIX) : make(place);
      open(host, folder.resolve(SOCKET), notes);
      DoorFile own =
          new DoorFile(
              ProcessHandle.current().pid(),
              name,
              folder.resolve(SOCKET),
              host.memoryPath(),
              host.memoryLength(),
              host.address(),
              configuration.secret());
      own.write(file);
      return new ServedStore(host, file, folder);
    } catch (IOException | StarlingException e) {
      host.close();
      remove(folder, notes);
      throw new StarlingException(
          "a store can't let programs in by %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Path make(Path folder) throws IOException {
    return Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  /**
   * Removes the file and the socket of a store that was killed. Those of a store that lives stay,
   * and so does any other file.
   */
  private static void replace(Path file, Notes notes) {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    DoorFile other;
    try {
      other = DoorFile.read(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new StarlingException(
          "%s is there, and can't be read as the file of a store (%s); remove it, or name another"
              .formatted(file, e.getMessage()),
          e);
    }
    if (other.isAlive()) {
      throw new StarlingException(
          "a store of process %d serves programs by %s; end it, or give this one another name"
              .formatted(other.process(), file));
    }
    Path left = other.socket().getParent();
    if (left != null && left.toString().contains("/" + PREFIX)) {
      remove(left, notes);
    }
  }

  /** What a file says of a store; null if it says nothing. */
  private static DoorFile read(Path file) {
    try {
      return DoorFile.read(file);
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Only the thread of the store touches its door. */
  private static void open(StoreHost host, Path socket, Notes notes) {
    CompletableFuture<Void> opened = new CompletableFuture<>();
    boolean runs =
        host.execute(
            () -> {
              try {
                byte[] secret = host.configuration().secret().bytes();
                SocketDoor _ = new SocketDoor(socket, host.store(), host.reactor(), secret, notes);
                opened.complete(null);
              } catch (StarlingException e) {
                opened.completeExceptionally(e);
              }
            });
    if (!runs) {
      throw new StoreLostException("the store has ended: " + host.ended().join());
    }
    try {
      opened.join();
    } catch (CompletionException e) {
      throw new StarlingException(e.getCause().getMessage(), e);
    }
  }

  /** The store. */
  public StoreHost host() {
    return host;
  }

  /** Programs hear that the store is lost; other stores, that it leaves. */
  @Override
  public void close() {
    removeFile();
    host.close();
    remove(folder, note -> {});
  }

  /** Another store may have taken its place meanwhile. */
  private void removeFile() {
    DoorFile there = read(file);
    if (there == null || !there.socket().equals(folder.resolve(SOCKET))) {
      return;
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // A stale file says by itself that its process is gone.
    }
  }

  private static void remove(Path folder, Notes notes) {
    if (folder == null) {
      return;
    }
    try {
      Files.deleteIfExists(folder.resolve(SOCKET));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      notes.accept("the folder %s can't be removed: %s".formatted(folder, e.getMessage()));
    }
  }
}
