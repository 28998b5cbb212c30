package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class DiscoveryTest {

  private static final String OPEN_MPI = "echo 'mpirun (Open MPI) 5.0.3'";
  private static final String MPICH =
      "echo 'HYDRA build details:'; echo '    Version:                4.2.1'";

  @TempDir private Path folder;

  @Test
  void an_empty_path_has_nothing_and_says_what_to_install() throws Exception {
    Discovery discovery = Discovery.in(List.of(folder, folder.resolve("missing")));
    assertThat(discovery.found()).isEmpty();
    assertThat(discovery.missing())
        .containsExactly(
            Map.entry(
                "openmpi",
                "Open MPI: no mpicc.openmpi or mpicc on the PATH;"
                    + " apt-get install openmpi-bin libopenmpi-dev"),
            Map.entry(
                "mpich",
                "MPICH: no mpicc.mpich or mpicc on the PATH; apt-get install mpich libmpich-dev"));
  }

  @Test
  void both_of_debian_stand_beside_each_other() throws Exception {
    install("mpicc.openmpi", "exit 0");
    install("mpirun.openmpi", "echo 'mpirun.openmpi (OpenRTE) 4.1.4'");
    install("mpicc.mpich", "exit 0");
    install("mpirun.mpich", MPICH);
    install("mpicc", "exit 0");
    install("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    Discovery discovery = Discovery.in(List.of(folder));
    assertThat(discovery.found())
        .extracting(Installation::contender)
        .containsExactly(
            new Contender("openmpi", "Open MPI 4.1.4"), new Contender("mpich", "MPICH 4.2.1"));
    assertThat(discovery.found().getFirst().launcher()).hasFileName("mpirun.openmpi");
    assertThat(discovery.missing()).isEmpty();
  }

  @Test
  void a_plain_one_is_known_by_its_version() throws Exception {
    install("mpicc", "exit 0");
    install("mpirun", OPEN_MPI);
    Discovery discovery = Discovery.in(List.of(folder));
    assertThat(discovery.found())
        .extracting(Installation::contender)
        .containsExactly(new Contender("openmpi", "Open MPI 5.0.3"));
    assertThat(discovery.missing()).containsOnlyKeys("mpich");
  }

  @Test
  void the_first_folder_wins() throws Exception {
    Path own = Files.createDirectory(folder.resolve("own"));
    script(own.resolve("mpicc"), "exit 0");
    script(own.resolve("mpirun"), MPICH);
    install("mpicc", "exit 0");
    install("mpirun", OPEN_MPI);
    assertThat(Discovery.in(List.of(own, folder)).found())
        .extracting(Installation::contender)
        .containsExactly(new Contender("mpich", "MPICH 4.2.1"));
  }

  @Test
  void other_vendors_are_measured_too() throws Exception {
    install("mpicc", "exit 0");
    install("mpirun", "echo 'Intel(R) MPI Library for Linux* OS, Version 2021.5 Build 1'");
    assertThat(Discovery.in(List.of(folder)).found())
        .extracting(Installation::contender)
        .containsExactly(new Contender("intelmpi", "Intel MPI 2021.5"));
    assertThat(Vendor.of("no such MPI")).isEqualTo(Vendor.OTHER);
  }

  @Test
  void half_an_installation_is_named() throws Exception {
    install("mpirun.openmpi", OPEN_MPI);
    install("mpicc.mpich", "exit 0");
    Discovery discovery = Discovery.in(List.of(folder));
    assertThat(discovery.found()).isEmpty();
    assertThat(discovery.missing().get("openmpi"))
        .contains("mpirun.openmpi is there, but no mpicc.openmpi", "libopenmpi-dev");
    assertThat(discovery.missing().get("mpich"))
        .contains("mpicc.mpich is there, but no mpirun.mpich");
  }

  @Test
  void one_that_cannot_even_tell_its_version_is_left_out_with_its_own_words() throws Exception {
    install("mpicc.mpich", "exit 0");
    install("mpirun.mpich", "echo 'libmpi.so: cannot open' >&2; exit 127");
    assertThat(Discovery.in(List.of(folder)).missing().get("mpich"))
        .contains("ended with status 127: libmpi.so: cannot open");
  }

  @Test
  void only_open_mpi_needs_to_be_allowed_what_others_do_unasked() {
    assertThat(Vendor.OPEN_MPI.flags(2, 2, false)).containsExactly("-n", "2");
    assertThat(Vendor.OPEN_MPI.flags(4, 2, true))
        .containsExactly("-n", "4", "--oversubscribe", "--allow-run-as-root");
    assertThat(Vendor.MPICH.flags(4, 2, true)).containsExactly("-n", "4");
  }

  private void install(String name, String body) throws IOException {
    script(folder.resolve(name), body);
  }

  static Path script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
