package io.starling.launcher.archive;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a class archive depends on: the JDK, the class path and the flags that the JVM compares.
 * Flags that it does not look at, such as system properties, stacks and small heaps, are left out,
 * so that they cost no new archive.
 *
 * @param flags the flags with which the archive is made
 * @param variables those of the environment with which it is made, which are flags too
 * @param digest names the archive
 */
public record ArchiveKey(List<String> flags, Map<String, String> variables, String digest) {

  private static final Pattern IRRELEVANT =
      Pattern.compile(
          "-D.*|-ea.*|-da.*|-esa|-dsa|-enable.*assert.*|-disable.*assert.*|-Xs[s].*|-Xlog.*"
              + "|-Xmx\\d+[kKmM]|-Xmx([12]?\\d)[gG]|-Xms.*|-verbose.*|-agentlib.*|-javaagent.*"
              + "|-XX:MaxRAMPercentage=.*|-XX:\\+HeapDump.*|-XX:HeapDumpPath.*");

  private static final List<String> VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final Pattern DECIDES_HEAP = Pattern.compile("-Xmx.*|-XX:Max(HeapSize|RAM).*");

  /**
   * The key; empty where the JVM can't archive, because the class path holds a folder of classes or
   * something that does not exist, or where the flags choose an archive themselves.
   *
   * @param environment that of the JVM, of which the key has the variables that are flags too
   */
  public static Optional<ArchiveKey> of(
      List<String> flags, String classPath, Map<String, String> environment) {
    Map<String, String> variables = new TreeMap<>(environment);
    variables.keySet().retainAll(VARIABLES);
    if (Stream.concat(flags.stream(), words(variables)).anyMatch(ArchiveKey::choosesArchive)) {
      return Optional.empty();
    }
    List<String> relevant = new ArrayList<>(flags);
    relevant.removeIf(IRRELEVANT.asMatchPredicate());
    if (hasWideHeap(flags)) {
      flags.stream().filter(DECIDES_HEAP.asMatchPredicate()).forEach(relevant::add);
    }
    return files(classPath)
        .map(
            files -> new ArchiveKey(relevant, variables, digest(text(relevant, variables, files))));
  }

  private static Stream<String> words(Map<String, String> variables) {
    return variables.values().stream().flatMap(value -> Stream.of(value.split("\\s+")));
  }

  /** The name of the archive's file. */
  public Path fileName() {
    return Path.of(digest + ".jsa");
  }

  private static String text(List<String> flags, Map<String, String> variables, String files) {
    return String.join(
        "\n",
        System.getProperty("java.home"),
        System.getProperty("java.vm.version"),
        String.join(" ", flags),
        variables.toString(),
        files);
  }

  /** Name, size and time of each jar. */
  private static Optional<String> files(String classPath) {
    StringBuilder text = new StringBuilder();
    for (String element : classPath.split(File.pathSeparator)) {
      Path path = Path.of(element);
      if (!Files.isRegularFile(path)) {
        return Optional.empty();
      }
      try {
        text.append(element).append(' ').append(Files.size(path)).append(' ');
        text.append(Files.getLastModifiedTime(path).toMillis()).append('\n');
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    return Optional.of(text.toString());
  }

  private static boolean choosesArchive(String flag) {
    return flag.startsWith("-Xshare")
        || flag.startsWith("-XX:SharedArchiveFile")
        || flag.startsWith("-XX:AOT")
        || flag.startsWith("-XX:ArchiveClassesAtExit");
  }

  /** Heaps of 32 GiB and more have other object references, which archives must match. */
  private static boolean hasWideHeap(List<String> flags) {
    for (String flag : flags) {
      if (flag.startsWith("-XX:MaxRAMPercentage=")) {
        double share = Double.parseDouble(flag.substring(flag.indexOf('=') + 1)) / 100;
        return physicalMemory() * share >= 30L << 30;
      }
    }
    return false;
  }

  private static double physicalMemory() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      String kibibytes = lines.findFirst().orElse("0").replaceAll("\\D", "");
      return Long.parseLong(kibibytes) * 1024.0;
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
