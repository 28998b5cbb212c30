package io.starling.launcher.doctor;

import io.starling.launcher.hosts.ThisHost;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All that can be found out on a host without others. */
final class HostChecks {

  private static final Path ROOT = Path.of("/");
  private static final int DIGITS = 8;

  private HostChecks() {}

  static List<Finding> run(String net, Optional<InetAddress> other) {
    List<Finding> findings = new ArrayList<>(LibraryChecks.run());
    findings.add(starling(System.getProperty("java.class.path")));
    findings.addAll(new LimitChecks(ROOT).run());
    findings.addAll(new NetworkChecks(ROOT).run(net, other));
    return findings.stream().map(finding -> finding.on(ThisHost.name())).toList();
  }

  /** What of the class path is here, and which build it is. */
  static Finding starling(String classPath) {
    List<Path> elements =
        Stream.of(classPath.split(File.pathSeparator, -1))
            .filter(element -> !element.isEmpty())
            .map(Path::of)
            .toList();
    List<Path> missing = elements.stream().filter(element -> !Files.exists(element)).toList();
    if (!missing.isEmpty()) {
      return Finding.fail(
          "Starling",
          "missing here: " + missing,
          "put the same files at the same places on all hosts, or share their folder");
    }
    return Finding.ok("Starling", "build " + digest(elements));
  }

  private static String digest(List<Path> elements) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path element : elements) {
        if (Files.isRegularFile(element)) {
          digest.update(Files.readAllBytes(element));
        }
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (IOException e) {
      return "unknown: " + e.getMessage();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
