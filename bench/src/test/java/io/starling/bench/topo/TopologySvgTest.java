package io.starling.bench.topo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.bench.topo.Picture.Circle;
import io.starling.bench.topo.Picture.Curve;
import io.starling.bench.topo.Picture.Rectangle;
import io.starling.bench.topo.Picture.Spot;
import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TopologySvgTest {

  private static final double ROUNDING = 0.2;

  static Stream<Named<TopologyScene>> scenes() {
    String cluster = "node:3 package:2 core:4 pu:1";
    return Stream.of(
        Named.of("figure 5", Scenes.figureFive()),
        Named.of("Cori", Scenes.cori()),
        Named.of("different machines", Scenes.mixed()),
        scene("a small machine", "package:1 core:2 pu:1", 2, Level.PACKAGE),
        scene("an EPYC", "package:2 numa:4 l3:2 core:4 pu:2", 64, Level.PACKAGE),
        scene("several ranks on a core", "package:1 core:2 pu:2", 13, Level.CORE),
        scene("no cores known", "pu:6", 6, Level.NODE),
        scene("ranks on some cores", "package:2 core:16 pu:4", 5, Level.PACKAGE),
        scene("many nodes", "node:16 package:2 core:4 pu:1", 128, Level.CLUSTER),
        Named.of(
            "round robin, blind to nodes",
            new TopologyScene(
                Scenes.byNode(cluster, 24), Scenes.binomial(24, Level.CLUSTER), "binomial")),
        Named.of("GPUs", Scenes.withGpus("gpus.xml", 16, "auto")),
        Named.of("more GPUs than cores", Scenes.withGpus("manygpus.xml", 7, "auto")),
        random("node:3 package:2 core:4 pu:1", 24, 1),
        random("package:2 numa:4 l3:2 core:4 pu:2", 64, 2),
        random("node:2 package:1 core:6 pu:1", 40, 3),
        random("node:5 core:3 pu:1", 15, 4),
        random("package:1 core:2 pu:1", 37, 5),
        Named.of("machines alone", new TopologyScene(Scenes.bySlot(cluster, 0), List.of(), "")));
  }

  private static Named<TopologyScene> scene(String name, String machine, int ranks, Level level) {
    return Named.of(
        name,
        new TopologyScene(
            Scenes.bySlot(machine, ranks), Scenes.binomial(ranks, level), "binomial"));
  }

  private static Named<TopologyScene> random(String machine, int ranks, long seed) {
    String name = "%d ranks on %s, seed %d".formatted(ranks, machine, seed);
    return Named.of(name, Scenes.random(machine, ranks, seed));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void each_rank_has_a_disc_and_none_covers_another(TopologyScene scene) {
    List<Circle> discs = Picture.of(scene).discs();

    assertThat(discs).hasSize(scene.ranks());
    for (Circle one : discs) {
      for (Circle other : discs) {
        if (one != other) {
          assertThat(one.middle().distance(other.middle()))
              .as("%s and %s", one, other)
              .isGreaterThan(one.radius() + other.radius());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void each_edge_is_a_curve_of_its_levels_kind(TopologyScene scene) {
    List<Curve> curves = Picture.of(scene).curves();

    assertThat(curves).extracting(Curve::edge).containsExactlyInAnyOrderElementsOf(scene.edges());
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void a_curve_leads_from_its_parent_to_its_child(TopologyScene scene) {
    Picture picture = Picture.of(scene);

    for (Curve curve : picture.curves()) {
      double head = LevelStyle.of(curve.edge().level()).head() + 1;
      Spot parent = picture.disc(curve.edge().from()).middle();
      Spot child = picture.disc(curve.edge().to()).middle();
      assertThat(curve.spots().getFirst().distance(parent)).isLessThan(Geometry.DISC + ROUNDING);
      assertThat(curve.spots().getLast().distance(child))
          .isBetween(Geometry.DISC, Geometry.DISC + head + ROUNDING);
    }
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void no_curve_touches_the_disc_of_a_rank_that_it_does_not_concern(TopologyScene scene) {
    Picture picture = Picture.of(scene);

    for (Curve curve : picture.curves()) {
      for (Circle disc : picture.discs()) {
        if (!curve.concerns(disc.rank())) {
          assertThat(curve.distance(disc.middle()))
              .as("%s from rank %d", curve.edge(), disc.rank())
              .isGreaterThan(disc.radius() + LevelStyle.of(curve.edge().level()).width() / 2);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void curves_of_different_parents_do_not_lie_upon_each_other(TopologyScene scene) {
    List<Curve> curves = Picture.of(scene).curves();

    for (Curve one : curves) {
      for (Curve other : curves) {
        if (one.edge().from() < other.edge().from()) {
          assertThat(one.sharedLength(other))
              .as("%s and %s", one.edge(), other.edge())
              .isLessThan(2);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void nothing_leaves_the_picture(TopologyScene scene) {
    Picture picture = Picture.of(scene);

    assertThat(picture.spots()).isNotEmpty();
    assertThat(picture.spots())
        .allSatisfy(
            spot -> {
              assertThat(spot.x()).isBetween(0.0, picture.width());
              assertThat(spot.y()).isBetween(0.0, picture.height());
            });
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void gpus_cover_no_core_and_no_other_gpu_and_no_curve_passes_over_them(TopologyScene scene) {
    Picture picture = Picture.of(scene);
    List<Rectangle> gpus = picture.rectangles("gpu");
    List<Rectangle> cores = picture.rectangles("box-core");

    for (Rectangle gpu : gpus) {
      assertThat(Stream.concat(gpus.stream(), cores.stream()).filter(gpu::intersects))
          .containsExactly(gpu);
      assertThat(picture.curves())
          .allSatisfy(
              curve -> assertThat(curve.distance(gpu.middle())).isGreaterThan(gpu.height() / 2));
    }
  }

  @Test
  void a_gpu_stands_in_the_smallest_box_that_it_is_near_to() {
    Picture numa = Picture.of(Scenes.withGpus("gpus.xml", 16, "auto"));
    assertThat(numa.holders("gpu")).containsExactly("box-l3", "box-l3", "box-l3", "box-l3");

    Picture packages = Picture.of(Scenes.withGpus("manygpus.xml", 2, "auto"));
    assertThat(packages.holders("gpu"))
        .containsExactly("box-node", "box-node", "box-package", "box-package", "box-package");
  }

  @Test
  void a_gpu_says_who_uses_it_and_a_rank_which_it_uses() {
    Picture picture = Picture.of(Scenes.withGpus("gpus.xml", 16, "0,0,0,2"));

    assertThat(picture.texts()).contains("GPU 3", "0000:af:00.0", "ranks 3,7,…", "ranks 0-2,…");
    assertThat(picture.hover(3)).isEqualTo("rank 3: node 0, package 0, core 3, GPU 0000:86:00.0");
    assertThat(TopologySvg.of(Scenes.withGpus("gpus.xml", 16, "2")))
        .contains("<title>GPU 2, 0000:86:00.0, card3, renderD130, ranks 0-15</title>")
        .contains("<title>GPU 3, 0000:af:00.0, card4, renderD131</title>");
  }

  @Test
  void a_gpu_says_what_it_is() {
    assertThat(TopologySvg.of(Scenes.withGpus("models.xml", 1, "auto")))
        .contains("<title>GPU 0, NVIDIA H100 80GB HBM3, 0000:17:00.0, card1, cuda0, rank 0</title>")
        .contains("<title>GPU 1, 0000:19:00.0, card3</title>");
  }

  @Test
  void a_gpu_that_no_rank_can_have_bears_no_number() {
    Picture picture = Picture.of(Scenes.withGpus("manygpus.xml", 5, "auto"));

    assertThat(picture.texts()).contains("GPU 3", "GPU").doesNotContain("GPU 4");
  }

  @Test
  void boxes_nest_as_the_hardware_does() {
    Map<String, Long> boxes =
        Picture.of(
                new TopologyScene(
                    Scenes.bySlot("node:2 package:2 numa:2 l3:2 core:2 pu:1", 0), List.of(), ""))
            .boxes();

    assertThat(boxes)
        .containsEntry("box-node", 2L)
        .containsEntry("box-package", 4L)
        .containsEntry("box-numa", 8L)
        .containsEntry("box-l3", 16L)
        .containsEntry("box-core", 32L);
  }

  @Test
  void what_a_package_has_only_one_of_is_no_box() {
    Map<String, Long> boxes =
        Picture.of(
                new TopologyScene(
                    Scenes.bySlot("package:1 numa:1 l3:1 core:2 pu:1", 2), List.of(), ""))
            .boxes();

    assertThat(boxes).containsOnlyKeys("box-node", "box-package", "box-core");
  }

  @Test
  void a_rank_whose_home_is_several_cores_sits_on_the_first() {
    Machine machine = Machine.synthetic("package:1 core:4 pu:1");
    Picture picture =
        Picture.of(new TopologyScene(Scenes.alone(machine, CpuSet.parse("2-3")), List.of(), ""));

    assertThat(picture.hover(0)).isEqualTo("rank 0: node 0, package 0, core 2");
  }

  @Test
  void the_legend_says_how_many_edges_take_each_level() {
    assertThat(TopologySvg.of(Scenes.figureFive()))
        .contains(
            "network between nodes, 2 edges",
            "within a node, 3 edges",
            "within a package, 18 edges",
            "24 ranks on 3 nodes x 2 packages x 4 cores");
  }

  @Test
  void nodes_that_differ_are_said_to() {
    assertThat(TopologySvg.of(Scenes.mixed())).contains(">20 ranks on 3 different nodes<");
  }

  @Test
  void words_of_others_are_escaped() {
    TopologyScene scene =
        new TopologyScene(Scenes.bySlot("core:2 pu:1", 2), List.of(), "a<b & \"c\"\u0007");

    assertThat(Picture.of(scene).texts()).contains("a<b & \"c\"");
  }

  @Test
  void a_drawing_too_large_to_read_is_refused() {
    TopologyScene scene =
        new TopologyScene(Scenes.bySlot("node:33 package:2 core:16 pu:1", 0), List.of(), "");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopologySvg.of(scene))
        .withMessageContaining("1056 cores")
        .withMessageContaining("at most 1024");
  }

  @Test
  void what_is_no_tree_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new TopologyScene(
                    Scenes.bySlot("core:2 pu:1", 2), Scenes.chain(Level.NODE, 0, 2), ""))
        .withMessageContaining("has no seat");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new TopologyScene(
                    Scenes.bySlot("core:3 pu:1", 3), Scenes.fan(Level.NODE, 0, 2, 2), ""))
        .withMessageContaining("rank 2 has two parents");
    assertThatIllegalArgumentException().isThrownBy(() -> new Edge(1, 1, Level.NODE));
  }
}
