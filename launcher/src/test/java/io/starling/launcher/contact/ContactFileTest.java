package io.starling.launcher.contact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.launcher.exit.LaunchException;
import io.starling.runtime.bootstrap.api.JobFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ContactFileTest {

  private static final Duration AT_ONCE = Duration.ofSeconds(20);
  private static final ContactFile CONTACT =
      ContactFile.of(new JobFile("127.0.0.1", 1, "0123456789abcdef"));

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("contact");
  }

  private void refused(Path path, String why) {
    assertThatThrownBy(() -> ContactFile.read(path))
        .isInstanceOf(LaunchException.class)
        .hasMessage("--join " + path + ": " + why);
  }

  private void notFree(Path path, String why) {
    assertThatThrownBy(() -> ContactFile.requireFree(path))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("--contact " + path + ": " + why);
  }

  @Test
  void what_is_written_can_be_read_by_its_owner_only_and_is_removed() throws IOException {
    CONTACT.write(file());
    assertThat(ContactFile.read(file())).isEqualTo(CONTACT);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file());
    }
    CONTACT.remove(file());
    assertThat(file()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "99999", "-1", "1e3", ""})
  void a_port_that_none_can_have_is_damage(String port) throws IOException {
    CONTACT.write(file());
    Files.writeString(file(), Files.readString(file()).replace("\n1\n", "\n" + port + "\n"));
    refused(file(), "it is no contact file of this version of Starling");
    notFree(file(), "there is another file of that name; remove it");
  }

  /** Whatever has happened to a file, there is a message for the user. */
  @Test
  void damage_of_any_kind_is_refused_in_words() throws IOException {
    CONTACT.write(file());
    byte[] whole = Files.readAllBytes(file());
    Random random = new Random(59);
    for (int round = 0; round < 2000; round++) {
      byte[] damaged = whole.clone();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      Files.write(file(), damaged);
      try {
        ContactFile read = ContactFile.read(file());
        assertThat(read.job().port()).isBetween(1, 65535);
        assertThat(read.job().secretBytes()).isNotEmpty();
      } catch (LaunchException e) {
        assertThat(e).hasMessageStartingWith("--join ");
      }
    }
  }

  @Test
  void a_pipe_is_refused_and_not_waited_for() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();
    assertTimeoutPreemptively(
        AT_ONCE,
        () -> {
          refused(file(), "it is no contact file of this version of Starling");
          notFree(file(), "there is another file of that name");
        });
  }

  @Test
  void a_folder_and_a_long_file_are_no_contact_files() throws IOException {
    refused(folder, "it is no contact file of this version of Starling");
    notFree(folder, "there is another file of that name");
    Files.writeString(file(), "starling-contact-1\n".repeat(10_000), StandardCharsets.US_ASCII);
    refused(file(), "it is no contact file of this version of Starling");
  }

  @Test
  void a_link_that_leads_nowhere_is_in_the_way() throws IOException {
    Files.createSymbolicLink(file(), folder.resolve("nowhere"));
    notFree(file(), "there is another file of that name");
  }

  @Test
  void a_folder_that_is_missing_is_found_before_ranks_are_started() {
    Path missing = folder.resolve("missing");
    notFree(missing.resolve("contact"), "there is no folder " + missing + "; make it");
  }

  @Test
  void the_file_of_another_user_is_refused() throws IOException {
    CONTACT.write(file());
    assumeTrue(
        Files.getAttribute(file(), "unix:uid").equals(0), "only root can give a file to another");
    Files.setAttribute(file(), "unix:uid", 12_345);
    refused(file(), "it is another user's; only the user of a job can join it");
  }

  @Test
  void a_name_can_not_be_empty() {
    Optional<Path> empty = Optional.of(Path.of(""));
    assertThatThrownBy(() -> new ContactRequest(empty, Optional.empty()))
        .isInstanceOf(LaunchException.class)
        .hasMessage("--contact needs the name of a file");
    assertThatThrownBy(() -> new ContactRequest(Optional.empty(), empty))
        .hasMessage("--join needs the name of a file");
  }
}
