package io.starling.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.doctor.Finding.Level;
import io.starling.launcher.hosts.HostAccess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ChecksTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void the_libraries_that_tests_need_are_found() {
    assertThat(LibraryChecks.run()).extracting(Finding::level).containsOnly(Level.OK);
    assertThat(LibraryChecks.ucx("libucp.so.0").text()).matches("\\d+\\.\\d+.*");
  }

  @Test
  void a_library_that_is_missing_is_named_with_its_package() {
    Finding ucx = LibraryChecks.ucx("libnothing.so.7");
    assertThat(ucx.level()).isEqualTo(Level.FAIL);
    assertThat(ucx.text()).contains("libnothing.so.7");
    assertThat(ucx.remedy()).contains("apt-get install -y libucx0");
    assertThat(LibraryChecks.hwloc("libnothing.so.7").level()).isEqualTo(Level.FAIL);
  }

  @Test
  void a_JDK_that_is_too_old_or_incomplete_is_told() {
    assertThat(LibraryChecks.jdk(Runtime.Version.parse("24"), true).level()).isEqualTo(Level.FAIL);
    assertThat(LibraryChecks.jdk(Runtime.version(), false).level()).isEqualTo(Level.WARN);
  }

  @Test
  void another_build_of_Starling_has_another_number_and_a_missing_file_a_name() throws IOException {
    Path one = Files.writeString(folder.resolve("first.jar"), "one");
    Path other = Files.writeString(folder.resolve("second.jar"), "other");
    assertThat(HostChecks.starling(one.toString()).text())
        .isNotEqualTo(HostChecks.starling(other.toString()).text());
    Finding missing = HostChecks.starling(one + File.pathSeparator + folder.resolve("gone.jar"));
    assertThat(missing.level()).isEqualTo(Level.FAIL);
    assertThat(missing.text()).contains("gone.jar").doesNotContain("first.jar");
  }

  @Test
  void adapters_without_an_active_port_are_told() throws IOException {
    Path port = folder.resolve("sys/class/infiniband/mlx5_0/ports/1");
    Files.createDirectories(port);
    Files.writeString(port.resolve("state"), "1: DOWN\n");
    assertThat(adapters()).extracting(Finding::level).isEqualTo(Level.WARN);
    Files.writeString(port.resolve("state"), "4: ACTIVE\n");
    assertThat(adapters()).extracting(Finding::text).isEqualTo("mlx5_0");
  }

  private Finding adapters() {
    return new NetworkChecks(folder)
        .run("", Optional.empty()).stream()
            .filter(it -> it.check().equals("adapters"))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void an_interface_that_is_not_there_fails_and_those_that_are_stand_there() {
    Finding network = new NetworkChecks(folder).run("none7", Optional.empty()).getFirst();
    assertThat(network.level()).isEqualTo(Level.FAIL);
    assertThat(network.text()).contains("none7").contains("lo 127.0.0.1");
  }

  @Test
  void stations_reach_each_other_and_nobody_else() throws IOException {
    try (Station station = new Station("lo", Optional.empty())) {
      assertThat(Station.connect(station.listening())).isEmpty();
    }
    try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var address = (InetSocketAddress) mute.getLocalSocketAddress();
      assertThat(Station.connect(address)).contains("timed out");
    }
    assertThat(Station.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
        .contains("refused");
  }

  private List<Finding> examine(List<String> ssh, String javaHome, Duration patience)
      throws InterruptedException {
    var access = new HostAccess(ssh, javaHome, HostAccess.WIDTH);
    return new Examination(List.of("far"), "lo", access, patience)
        .run().stream().filter(it -> it.host().equals("far")).toList();
  }

  @Test
  void another_host_is_looked_at_over_ssh() throws Exception {
    List<Finding> far = examine(shell(""), System.getProperty("java.home"), PATIENCE);
    assertThat(far)
        .extracting(Finding::check)
        .contains("ssh", "JDK", "UCX", "Starling", "clock", "firewall");
    assertThat(far)
        .filteredOn(it -> List.of("ssh", "Starling", "clock", "firewall").contains(it.check()))
        .extracting(Finding::level)
        .containsOnly(Level.OK);
  }

  @Test
  void a_host_without_that_JDK_is_told() throws Exception {
    assertThat(examine(shell(""), "/no/jdk", PATIENCE))
        .singleElement()
        .satisfies(it -> assertThat(it.remedy()).contains("--java-home"));
  }

  @Test
  void a_host_that_keeps_silent_is_given_up() throws Exception {
    assertThat(examine(shell("exec sleep 100; "), "/no/jdk", Duration.ofMillis(300)))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("no answer"));
  }

  /** In place of ssh: runs the command line here, after something else. */
  private List<String> shell(String first) throws IOException {
    Path script = folder.resolve("shell");
    Files.writeString(script, "#!/bin/sh\nshift\n" + first + "eval \"$1\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return List.of(script.toString());
  }
}
