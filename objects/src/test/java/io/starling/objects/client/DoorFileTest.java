package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.host.ServedStore;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of stores that are damaged, stale or open to others, and what is left of failures. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class DoorFileTest {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path FOLDERS = Path.of(System.getProperty("java.io.tmpdir"));

  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private final StoreConfiguration configuration = StoreConfiguration.first(1 << 20);
  @TempDir private Path folder;
  private Path file;
  private ServedStore store;

  @BeforeEach
  void serve() {
    file = folder.resolve("store");
    store = ServedStore.start(configuration, "here", file, notes::add);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void assertLost(String text) {
    assertThatThrownBy(() -> ObjectStore.connect(file))
        .isInstanceOf(StoreLostException.class)
        .hasMessageContaining(text);
  }

  private void replace(String key, String value) throws IOException {
    String text = Files.readString(file).replaceAll("(?m)^" + key + "=.*$", key + "=" + value);
    Files.writeString(file, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw--w----", "rw----r--", "rw-----w-"})
  void a_file_that_others_may_read_or_write_is_not_used(String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    assertLost("run chmod 600");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "process=many",
        "length=long",
        "port=100000",
        "port=-1",
        "secret=00",
        "secret=none",
        "length=-1",
        "length=0",
        "socket=/nowhere",
        "memory=/nowhere",
        "format=1"
      })
  void a_file_with_a_wrong_value_names_itself_or_what_is_wrong(String wrong) throws IOException {
    int equals = wrong.indexOf('=');
    replace(wrong.substring(0, equals), wrong.substring(equals + 1));
    assertLost("store");
  }

  @Test
  void a_file_with_another_secret_does_not_let_in() throws IOException {
    replace("secret", "0".repeat(64));
    assertLost("has another secret");
  }

  @Test
  void damaged_files_are_no_files_of_stores() throws IOException {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("-Dstarling.seed=" + seed);
    Random random = new Random(seed);
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < 200; i++) {
      byte[] bad = good.clone();
      for (int j = 0; j < 20; j++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      Files.write(file, bad);
      assertThatThrownBy(() -> ObjectStore.connect(file).close())
          .isInstanceOf(StoreLostException.class);
    }
    Files.write(file, new byte[0]);
    assertLost("no file of a store");
    Files.write(file, good);
    ObjectStore.connect(file).close();
  }

  @Test
  void a_file_whose_store_is_gone_says_so() throws IOException {
    byte[] stale = Files.readAllBytes(file);
    store.close();
    assertLost("does not exist");
    Files.write(file, stale);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertLost("is gone");
    Path left = Files.createTempDirectory("starling-objects-");
    Files.createFile(left.resolve("socket"));
    replace("socket", left.resolve("socket").toString());
    store = ServedStore.start(configuration, "here", file, notes::add);
    ObjectStore.connect(file).close();
    assertThat(left).doesNotExist();
  }

  @Test
  void a_store_does_not_replace_a_file_that_is_none_of_a_store() throws IOException {
    Path thesis = Files.writeString(file.resolveSibling("thesis"), "hello");
    assertThatThrownBy(() -> ServedStore.start(configuration, "here", thesis, notes::add))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("thesis is there, and can't be read as the file of a store");
    assertThat(Files.readString(thesis)).isEqualTo("hello");
  }

  @Test
  void a_store_does_not_take_the_file_of_another_one_that_lives() throws IOException {
    String before = Files.readString(file);
    assertThatThrownBy(() -> ServedStore.start(configuration, "here", file, notes::add))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("end it, or give this one another name");
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void a_store_that_ends_leaves_the_file_of_its_successor() throws IOException {
    Files.delete(file);
    try (ServedStore _ = ServedStore.start(configuration, "here", file, notes::add)) {
      store.close();
      try (ObjectStore program = ObjectStore.connect(file)) {
        assertThat(program.put(ObjectId.of("object"), Buffer.of(new byte[10]))).isTrue();
      }
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void connections_that_end_or_fail_leave_no_descriptors() throws IOException {
    byte[] good = Files.readAllBytes(file);
    for (int i = 0; i < 3; i++) {
      ObjectStore.connect(file).close();
    }
    long before = descriptors();
    for (int i = 0; i < 30; i++) {
      ObjectStore.connect(file).close();
      for (String key : List.of("secret", "memory", "socket")) {
        replace(key, key.equals("secret") ? "0".repeat(64) : "/nowhere");
        assertLost("store");
        Files.write(file, good);
      }
    }
    assertThat(descriptors()).isLessThan(before + 20);
  }

  @Test
  void stores_that_can_not_start_leave_no_descriptors_and_no_folders() throws IOException {
    long before = descriptors();
    List<Path> folders = folders();
    Path taken = Files.createFile(folder.resolve("taken")).resolve("is no folder");
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StoreConfiguration elsewhere =
          configuration.at((InetSocketAddress) socket.getLocalSocketAddress());
      for (int i = 0; i < 30; i++) {
        assertThatThrownBy(
                () -> ServedStore.start(elsewhere, "here", folder.resolve("new"), notes::add))
            .isInstanceOf(StarlingException.class);
        assertThatThrownBy(() -> ServedStore.start(configuration, "here", taken, notes::add))
            .isInstanceOf(StarlingException.class)
            .hasMessageContaining("can't let programs in");
      }
    }
    assertThat(descriptors()).isLessThan(before + 20);
    assertThat(folders()).containsExactlyInAnyOrderElementsOf(folders);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("store", "taken");
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.count();
    }
  }

  private static List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(FOLDERS)) {
      return all.filter(each -> each.getFileName().toString().startsWith("starling-objects-"))
          .toList();
    }
  }

  @Test
  void a_socket_where_no_store_listens_is_named() throws IOException {
    Files.writeString(file, Files.readString(file).replace("/socket", "/other"));
    assertLost("/other");
    assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).contains("/other");
  }
}
