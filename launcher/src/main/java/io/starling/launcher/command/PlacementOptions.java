package io.starling.launcher.command;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.RankBy;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say where ranks go, to be mixed into commands ({@code @Mixin}). */
public final class PlacementOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--map-by",
      paramLabel = "PIECE",
      converter = MapByConverter.class,
      description =
          "place successive ranks on successive pieces of the machine: core, l3, numa, package,"
              + " node or slot; slot, the default, fills core after core")
  private MapBy mapBy;

  @Option(
      names = "--rank-by",
      paramLabel = "PIECE|locality[=FILE]",
      converter = RankByConverter.class,
      description =
          "number the ranks round robin over pieces of this kind; by default in the order in which"
              + " --map-by has placed them. With locality, hosts get their ranks in an order in"
              + " which ranks that communicate are near each other: FILE has the round-trip times,"
              + " as 'starling probe' writes them; without it they are measured and kept for a day")
  private RankBy rankBy;

  @Option(
      names = "--bind-to",
      paramLabel = "PIECE",
      converter = BindToConverter.class,
      description =
          "bind each rank to its core, l3, numa or package, or to none; by default core, or none"
              + " with more ranks than cores")
  private BindTo bindTo;

  @Option(
      names = "--rankfile",
      paramLabel = "FILE",
      description =
          "a file with the cores of each rank, with lines such as 'rank 0=localhost slot=0-1' or,"
              + " by package and cores in it, 'rank 1=+n0 slot=1:0-3'; +n0 is the first node")
  private Path rankfile;

  @Option(
      names = {"--topology", "--synthetic"},
      paramLabel = "FILE.xml|DESCRIPTION",
      description =
          "place the ranks on another machine than this: an XML file of lstopo, or a description"
              + " such as 'node:2 package:2 core:4 pu:1'; ranks are not bound then")
  private String topology;

  @Option(
      names = "--gpu-map",
      paramLabel = "auto|none|GPU[,GPU]...",
      converter = GpuMapConverter.class,
      description =
          "the GPU of each rank: the nearest (auto, the default unless STARLING_GPU or"
              + " CUDA_VISIBLE_DEVICES is set), none, or numbers or PCI bus ids for the ranks of a"
              + " node in turn, such as 0,1,1,0; 'starling topo' lists the GPUs")
  private GpuMap gpuMap;

  /** Made by picocli. */
  public PlacementOptions() {}

  /**
   * What the options ask for, of a command in which hosts keep their order.
   *
   * @throws ParameterException if they do not go together
   */
  public PlacementRequest request() {
    if (byLocality().isPresent()) {
      throw new ParameterException(
          command.commandLine(), "--rank-by locality works in 'starling run' only");
    }
    return requestInOrder();
  }

  /** Whether hosts get their ranks by locality, and the file that is given for it. */
  Optional<RankBy> byLocality() {
    return Optional.ofNullable(rankBy).filter(RankBy::isByLocality);
  }

  /**
   * What the options ask for besides the order of hosts.
   *
   * @throws ParameterException if they do not go together
   */
  PlacementRequest requestInOrder() {
    try {
      if (byLocality().isPresent() && rankfile != null) {
        throw new IllegalArgumentException("--rankfile and --rank-by locality exclude each other");
      }
      PlacementPolicy policy =
          new PlacementPolicy(
              Optional.ofNullable(mapBy),
              Optional.ofNullable(rankBy).flatMap(RankBy::piece),
              Optional.ofNullable(bindTo),
              Optional.ofNullable(rankfile));
      return new PlacementRequest(
          Optional.ofNullable(topology), policy, Optional.ofNullable(gpuMap));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * Where so many ranks would go.
   *
   * @throws ParameterException if the options do not go together
   * @throws LaunchException if ranks can't be placed so; the message names the culprit
   */
  public Placement placement(int ranks) {
    PlacementRequest request = request();
    return request.place(request.allocation(), ranks);
  }

  private static <T> T convert(Function<String, T> named, String label) {
    try {
      return named.apply(label);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  static final class MapByConverter implements ITypeConverter<MapBy> {
    @Override
    public MapBy convert(String label) {
      return PlacementOptions.convert(MapBy::named, label);
    }
  }

  static final class RankByConverter implements ITypeConverter<RankBy> {
    @Override
    public RankBy convert(String text) {
      return PlacementOptions.convert(RankBy::parse, text);
    }
  }

  static final class BindToConverter implements ITypeConverter<BindTo> {
    @Override
    public BindTo convert(String label) {
      return PlacementOptions.convert(BindTo::named, label);
    }
  }

  static final class GpuMapConverter implements ITypeConverter<GpuMap> {
    @Override
    public GpuMap convert(String text) {
      return GpuMap.parse(text);
    }
  }
}
