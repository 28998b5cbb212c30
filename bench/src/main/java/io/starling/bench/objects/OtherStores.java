package io.starling.bench.objects;

import io.starling.objects.Secret;
import io.starling.objects.door.DoorFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the stores are that a store joins, and what they know.
 *
 * @param contact empty for the first store
 */
record OtherStores(Optional<InetSocketAddress> contact, Secret secret) {

  /**
   * Reads what {@code --join} and {@code --secret-file} say.
   *
   * @param contact null for the first store
   * @param secretFile null if none was given
   * @throws IllegalArgumentException with a message for the user
   * @throws IOException with a message for the user
   */
  static OtherStores of(String contact, Path secretFile) throws IOException {
    Optional<Secret> given =
        secretFile == null ? Optional.empty() : Optional.of(readSecret(secretFile));
    if (contact == null) {
      return new OtherStores(Optional.empty(), given.orElseGet(Secret::random));
    }
    if (contact.contains("/") || Files.exists(Path.of(contact))) {
      DoorFile other = readFile(Path.of(contact));
      return new OtherStores(Optional.of(other.address()), given.orElse(other.secret()));
    }
    if (!contact.matches(".+:\\d{1,5}")) {
      throw new IllegalArgumentException(
          "--join %s: there is no such file, and it is no HOST:PORT".formatted(contact));
    }
    int colon = contact.lastIndexOf(':');
    InetSocketAddress place =
        new InetSocketAddress(
            contact.substring(0, colon), Integer.parseInt(contact.substring(colon + 1)));
    if (place.isUnresolved()) {
      throw new IllegalArgumentException(
          "--join %s: there is no host of that name".formatted(contact));
    }
    return new OtherStores(
        Optional.of(place),
        given.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--join HOST:PORT needs --secret-file with the secret of those stores")));
  }

  private static DoorFile readFile(Path file) throws IOException {
    try {
      return DoorFile.read(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "--join %s: there is no such file; a store that runs writes one, and deletes it when it ends"
              .formatted(file),
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--join: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--join %s can't be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static Secret readSecret(Path file) throws IOException {
    try {
      return Secret.parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "--secret-file %s: there is no such file".formatted(file), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--secret-file %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
