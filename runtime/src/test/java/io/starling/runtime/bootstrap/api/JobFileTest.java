package io.starling.runtime.bootstrap.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {

  private static final JobFile JOB = new JobFile("127.0.0.1", 4711, "00ff".repeat(16));

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsReadAndOnlyItsOwnerCanReadIt() throws IOException {
    Path path = folder.resolve("job");
    JOB.write(path);
    assertThat(JobFile.read(path)).isEqualTo(JOB);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void anExistingFileIsNotOverwritten() throws IOException {
    Path path = Files.createFile(folder.resolve("job"));
    assertThatThrownBy(() -> JOB.write(path)).isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void theSecretIsNotPrinted() {
    assertThat(JOB.toString()).doesNotContain("00ff").contains("127.0.0.1:4711");
  }

  @Test
  void anotherFileIsNoJobFile() throws IOException {
    Path path = Files.writeString(folder.resolve("job"), "hello\n");
    assertThatThrownBy(() -> JobFile.read(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a job file");
    Files.writeString(path, "starling-job-1\n127.0.0.1\nport\n00\n");
    assertThatThrownBy(() -> JobFile.read(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
  }
}
