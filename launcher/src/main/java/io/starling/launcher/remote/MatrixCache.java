package io.starling.launcher.remote;

import io.starling.launcher.archive.UserCache;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.MatrixFile;
import io.starling.topology.locality.probe.ProbedMatrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The round-trip times that were measured between sets of hosts, in {@code locality} of the user's
 * cache folder. They hold for a day: virtual machines move.
 */
final class MatrixCache {

  private static final Duration OLDEST = Duration.ofDays(1);

  private final Optional<Path> folder;
  private final String network;

  /**
   * The cache of a user.
   *
   * @param network between the hosts: through another one, times are different
   */
  MatrixCache(Map<String, String> environment, String network) {
    this.network = network;
    folder = UserCache.folder(environment).map(cache -> cache.resolve("locality"));
  }

  /** The times of these hosts, if they were kept in the last day. */
  Optional<LatencyMatrix> find(List<String> hosts) {
    return file(hosts).filter(MatrixCache::isFresh).flatMap(file -> read(file, hosts));
  }

  private static boolean isFresh(Path file) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isAfter(Instant.now().minus(OLDEST));
    } catch (IOException e) {
      return false;
    }
  }

  /** A damaged file is as good as none. */
  private static Optional<LatencyMatrix> read(Path file, List<String> hosts) {
    try {
      return Optional.of(MatrixFile.read("cache", file).select(hosts));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Where the times of these hosts are kept; the same for any order of them. */
  Optional<Path> file(List<String> hosts) {
    String text = network + "\n" + String.join("\n", hosts.stream().sorted().toList());
    return folder.map(path -> path.resolve(digest(text) + ".json"));
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Keeps times; if that fails, the next job measures again. */
  void keep(List<String> hosts, ProbedMatrix probed, Consumer<String> tell) {
    Optional<Path> file = file(hosts);
    if (file.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(file.get().getParent());
      Path made = Files.createTempFile(file.get().getParent(), "new-", ".json");
      try {
        Files.writeString(made, MatrixFile.write(hosts, probed.roundTrips(), probed.bandwidths()));
        Files.move(made, file.get(), StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(made);
      }
    } catch (IOException e) {
      tell.accept("cannot keep the round-trip times in %s: %s".formatted(file.get(), e));
    }
  }
}
