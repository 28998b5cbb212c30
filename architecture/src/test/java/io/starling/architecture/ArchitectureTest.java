package io.starling.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ArchitectureTest {

  private static final Set<String> MODULES =
      Set.of(
          "runtime",
          "objects",
          "topology",
          "collectives",
          "fory",
          "executor",
          "gpu",
          "launcher",
          "mpi",
          "solvers",
          "bench",
          "examples");

  private static final JavaClasses STARLING =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.starling");

  @Test
  void every_module_is_seen() {
    Set<String> seen =
        STARLING.stream()
            .map(type -> type.getPackageName().split("\\.", 4)[2])
            .collect(Collectors.toSet());
    assertThat(seen).containsExactlyInAnyOrderElementsOf(MODULES);
  }

  @Test
  void modules_depend_on_each_other_only_along_the_arrows() {
    Architectures.layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.starling..")
        .layer("runtime")
        .definedBy("io.starling.runtime..")
        .layer("objects")
        .definedBy("io.starling.objects..")
        .layer("topology")
        .definedBy("io.starling.topology..")
        .layer("collectives")
        .definedBy("io.starling.collectives..")
        .layer("fory")
        .definedBy("io.starling.fory..")
        .layer("executor")
        .definedBy("io.starling.executor..")
        .layer("gpu")
        .definedBy("io.starling.gpu..")
        .layer("launcher")
        .definedBy("io.starling.launcher..")
        .layer("mpi")
        .definedBy("io.starling.mpi..")
        .layer("solvers")
        .definedBy("io.starling.solvers..")
        .layer("bench")
        .definedBy("io.starling.bench..")
        .layer("examples")
        .definedBy("io.starling.examples..")
        .whereLayer("runtime")
        .mayNotAccessAnyLayer()
        .whereLayer("objects")
        .mayOnlyAccessLayers("runtime")
        .whereLayer("topology")
        .mayOnlyAccessLayers("runtime")
        .whereLayer("collectives")
        .mayOnlyAccessLayers("runtime", "topology")
        .whereLayer("fory")
        .mayOnlyAccessLayers("runtime", "collectives")
        .whereLayer("executor")
        .mayOnlyAccessLayers("runtime", "collectives")
        .whereLayer("gpu")
        .mayOnlyAccessLayers("runtime")
        .whereLayer("launcher")
        .mayOnlyAccessLayers("runtime", "topology")
        .whereLayer("mpi")
        .mayOnlyAccessLayers("runtime", "collectives")
        .whereLayer("solvers")
        .mayOnlyAccessLayers("topology")
        .whereLayer("bench")
        .mayOnlyAccessLayers("runtime", "objects", "topology", "collectives", "gpu", "launcher")
        .whereLayer("examples")
        .mayOnlyAccessLayers("runtime", "collectives", "objects", "executor", "gpu")
        .withOptionalLayers(true)
        .ensureAllClassesAreContainedInArchitecture()
        .check(STARLING);
  }

  /** They are no modules: the compiler does not hold them to what is exported. */
  @ParameterizedTest
  @ValueSource(strings = {"core", "ompi", "mpj"})
  void dialects_of_mpi_stand_on_what_programs_can_use(String name) {
    JavaClasses dialect =
        new ClassFileImporter().importPath(Path.of("../mpi", name, "target/classes"));
    assertThat(dialect).isNotEmpty();
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.starling..")
                .and(
                    not(
                        resideInAnyPackage(
                            "io.starling.mpi",
                            "io.starling.collectives",
                            "io.starling.runtime",
                            "io.starling.topology"))))
        .check(dialect);
  }

  /**
   * Root packages are no slices here. Public types name their implementations there, so cycles pass
   * through them, and only through them (decision 49).
   */
  @Test
  void packages_below_the_root_of_a_module_form_no_cycle() {
    for (String module : MODULES) {
      // "(**)" makes every package a slice of its own.
      slices()
          .matching("io.starling." + module + ".(**)")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true)
          .check(STARLING);
    }
  }

  @Test
  void the_engine_knows_none_of_its_rooms_and_they_not_each_other() {
    String engine = "io.starling.runtime.progress";
    noClasses()
        .that()
        .resideInAPackage(engine)
        .should()
        .dependOnClassesThat(resideInAnyPackage(engine + ".*.."))
        .check(STARLING);
    List<String> rooms = List.of("device", "failure", "request", "thread");
    for (String room : rooms) {
      String[] others =
          Stream.concat(rooms.stream(), Stream.of("assembly"))
              .filter(name -> !name.equals(room))
              .map(name -> engine + "." + name + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(engine + "." + room + "..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(others))
          .check(STARLING);
    }
  }

  @Test
  void rooms_know_only_those_below_them() {
    upwards("io.starling.runtime.bootstrap", "api", "wire", "store", "client");
    upwards("io.starling.runtime.bootstrap", "api", "pmi");
    upwards("io.starling.runtime.bootstrap", "api", "pmix");
    upwards(
        "io.starling.launcher",
        "exit",
        "source",
        "hosts",
        "contact",
        "doctor",
        "output",
        "rank",
        "process",
        "service",
        "archive",
        "agent",
        "placing",
        "remote",
        "job",
        "command");
    upwards(
        "io.starling.collectives",
        "tree",
        "operation",
        "parcel",
        "pointtopoint",
        "exchange",
        "phase",
        "algorithm",
        "selection",
        "settings",
        "call",
        "file",
        "window",
        "communicator",
        "job");
    upwards("io.starling.collectives", "algorithm", "cost", "call", "communicator", "job");
    upwards("io.starling.collectives", "exchange", "neighbour", "algorithm");
    upwards("io.starling.collectives", "phase", "intergroup", "algorithm");
    upwards("io.starling.collectives", "reorder", "communicator");
    upwards("io.starling.collectives", "operation", "exchange", "board", "algorithm");
    upwards("io.starling.collectives", "tree", "operation", "shelf", "algorithm");
  }

  @Test
  void transports_know_only_those_that_are_drawn() {
    String transports = "io.starling.runtime.transport";
    knows(transports, "routing");
    knows(transports, "ucx");
    knows(transports, "local");
    knows(transports, "matching");
    knows(transports, "shared", "matching");
    knows(transports, "simulated", "matching", "local");
    knows(transports, "noise", "simulated", "matching", "local");
  }

  @Test
  void experiments_know_only_those_that_are_drawn() {
    String laboratory = "io.starling.bench.laboratory";
    knows(laboratory, "cluster");
    knows(laboratory, "noise");
    knows(laboratory, "calibrate", "cluster");
    knows(laboratory, "study", "cluster");
    knows(laboratory + ".study", "objects");
  }

  @Test
  void benchmarks_know_nothing_of_the_laboratory() {
    noClasses()
        .that()
        .resideInAPackage("io.starling.bench..")
        .and()
        .resideOutsideOfPackage("io.starling.bench.laboratory..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.starling.bench.laboratory..")
        .check(STARLING);
  }

  /** A room uses of its neighbours only these, so a room that is new is forbidden at first. */
  private static void knows(String home, String room, String... neighbours) {
    String[] known =
        Stream.concat(Stream.of(room), Arrays.stream(neighbours))
            .map(name -> home + "." + name + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(home + "." + room + "..")
        .should()
        .dependOnClassesThat(resideInAPackage(home + ".*..").and(not(resideInAnyPackage(known))))
        .check(STARLING);
  }

  /** Each room may use those before it; cycles are found without this, wrong arrows are not. */
  private static void upwards(String home, String... rooms) {
    for (int room = 0; room + 1 < rooms.length; room++) {
      String[] above =
          Arrays.stream(rooms, room + 1, rooms.length)
              .map(name -> home + "." + name + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(home + "." + rooms[room] + "..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(above))
          .check(STARLING);
    }
  }

  @Test
  void jcuda_is_known_to_the_gpu_module_and_to_the_example_with_a_kernel() {
    onlyIn("jcuda..", "io.starling.gpu..", "io.starling.examples.paths");
  }

  @Test
  void jna_is_known_to_the_hwloc_binding_alone() {
    onlyIn("com.sun.jna..", "io.starling.topology.hwloc..");
  }

  @Test
  void jucx_is_known_to_the_ucx_transport_alone() {
    onlyIn("org.openucx..", "io.starling.runtime.transport.ucx..");
  }

  @Test
  void solvers_are_known_to_their_module_alone() {
    onlyIn("com.google.ortools..", "io.starling.solvers..");
    onlyIn("com.microsoft.z3..", "io.starling.solvers..");
  }

  @Test
  void fory_is_known_to_its_module_alone() {
    onlyIn("org.apache.fory..", "io.starling.fory..");
  }

  private static void onlyIn(String library, String... homes) {
    noClasses()
        .that()
        .resideOutsideOfPackages(homes)
        .should()
        .dependOnClassesThat(resideInAnyPackage(library))
        .check(STARLING);
  }
}
