package io.starling.bench.tune;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.output.StandardOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import picocli.CommandLine;

/** The file that a table goes to: the whole table or what was there before, never a part. */
final class TableOutput {

  private final Path file;

  private TableOutput(Path file) {
    this.file = file;
  }

  /**
   * A file that may be written.
   *
   * @param force whether any file may be overwritten; else only a table of {@code starling tune}
   * @throws IllegalArgumentException if it may not, or its folder can't be written
   */
  static TableOutput check(Path file, boolean force) {
    if (StandardOutput.is(file)) {
      return new TableOutput(file);
    }
    Path target = file.toAbsolutePath();
    if (Files.isDirectory(target)) {
      throw new IllegalArgumentException("-o: cannot write " + file + ": it is a folder");
    }
    if (Files.exists(target) && !force && !isTuned(target)) {
      throw new IllegalArgumentException(
          "-o: %s exists, and 'starling tune' has not written it; --force overwrites it"
              .formatted(file));
    }
    try {
      Files.delete(temporary(target));
    } catch (IOException e) {
      throw new IllegalArgumentException("-o: cannot write %s: %s".formatted(file, e), e);
    }
    return new TableOutput(target);
  }

  void write(CommandLine command, String text) throws IOException {
    if (StandardOutput.is(file)) {
      WholeFile.write(command, file, text);
      return;
    }
    Path whole = temporary(file);
    try {
      Files.writeString(whole, text);
      Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static Path temporary(Path file) throws IOException {
    return Files.createTempFile(file.getParent(), "." + file.getFileName(), ".new");
  }

  private static boolean isTuned(Path file) {
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      while (json.nextToken() != null) {
        if ("made".equals(json.currentName()) && json.nextToken() == JsonToken.VALUE_STRING) {
          return json.getText().startsWith(TunedTable.MADE_BY);
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
