package io.starling.runtime.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.TransportException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UcxTroubleTest {

  @TempDir private Path folder;

  private static TransportException explain(Throwable thrown, Path sharedMemory) {
    return UcxTrouble.explain(1, 2, thrown, sharedMemory, Map.of());
  }

  @Test
  void a_library_that_is_missing_is_told_in_the_first_line() {
    Throwable initializer =
        new ExceptionInInitializerError(
            new TransportException("libucp.so.0 cannot be loaded: " + UcpLibrary.REMEDY));
    for (Throwable thrown :
        new Throwable[] {
          initializer, new NoClassDefFoundError("UcpLibrary").initCause(initializer)
        }) {
      assertThat(explain(thrown, folder))
          .hasMessageContainingAll(
              "rank 1", "libucp.so.0 cannot be loaded", "apt-get install", "--transport shared");
    }
  }

  @Test
  void what_the_loader_says_is_told_too() {
    Throwable loader = new UnsatisfiedLinkError("libucp.so.0: file too short");
    assertThat(explain(new TransportException(UcpLibrary.REMEDY, loader), folder))
        .hasMessageContaining("libucp.so.0: file too short");
  }

  @Test
  void shared_memory_that_is_missing_is_told_with_what_helps() {
    Throwable thrown = new TransportException("Shared memory error");
    assertThat(explain(thrown, folder.resolve("none")))
        .hasMessageContainingAll(
            "Shared memory error; ", "none is missing", "mount -t tmpfs", "--shm-size", "UCX_TLS")
        .hasCause(thrown);
  }

  @Test
  void where_the_user_has_another_folder_for_it_it_is_not_blamed() {
    assertThat(
            UcxTrouble.explain(
                1,
                2,
                new TransportException("Shared memory error"),
                folder.resolve("none"),
                Map.of("UCX_POSIX_DIR", "/elsewhere")))
        .hasMessageContainingAll("Shared memory error", "UCX_LOG_LEVEL");
  }

  @ParameterizedTest
  @CsvSource({
    "'all', true",
    "'posix,self', true",
    "'^tcp', true",
    "'^posix', false",
    "'sysv,self,cma', false",
    "'bogus', false"
  })
  void transports_that_do_without_it_do_not_blame_it(String transports, boolean blames) {
    String message =
        UcxTrouble.explain(
                1,
                2,
                new TransportException("No such device"),
                folder.resolve("none"),
                Map.of("UCX_TLS", transports))
            .getMessage();
    assertThat(message).contains("No such device");
    assertThat(message.contains("none is missing")).isEqualTo(blames);
  }

  @Test
  void what_has_another_cause_keeps_its_words() {
    Throwable thrown = new TransportException("around it", new IllegalStateException("no device"));
    assertThat(explain(thrown, folder))
        .hasMessageStartingWith("rank 1 can't set UCX up: no device");
  }

  @Test
  void what_works_is_handed_through() {
    assertThat(UcxTrouble.<String>told(0, 1, () -> "made")).isEqualTo("made");
    assertThatThrownBy(
            () ->
                UcxTrouble.told(
                    0,
                    1,
                    () -> {
                      throw new IllegalStateException("no device");
                    }))
        .hasMessageContaining("rank 0 can't set UCX up: no device");
  }
}
