package io.starling.launcher;

import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Wishes;
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
          "deal ranks out to the pieces of the machine in turn: core, l3, numa, package, node or"
              + " slot (slot, the default, is core after core)")
  private MapBy mapBy;

  @Option(
      names = "--rank-by",
      paramLabel = "PIECE",
      converter = MapByConverter.class,
      description =
          "number the places that --map-by has found by going round the pieces, of the same kinds;"
              + " by default in the order in which they were found")
  private MapBy rankBy;

  @Option(
      names = "--bind-to",
      paramLabel = "PIECE",
      converter = BindToConverter.class,
      description =
          "keep each rank inside its core, l3, numa or package, or none; by default core, and none"
              + " where there are more ranks than cores")
  private BindTo bindTo;

  @Option(
      names = "--rankfile",
      paramLabel = "FILE",
      description =
          "take the cores of each rank from a file with lines such as 'rank 0=localhost slot=0-1'"
              + " or, with package and cores in it, 'rank 1=+n0 slot=1:0-3'; +n0 is the first node")
  private Path rankfile;

  @Option(
      names = {"--topology", "--synthetic"},
      paramLabel = "FILE.xml|DESCRIPTION",
      description =
          "pretend to have another machine: an XML file of lstopo, or such as 'node:2 package:2"
              + " core:4 pu:1'; ranks are mapped on it but not bound")
  private String topology;

  @Option(
      names = "--gpu-map",
      paramLabel = "auto|none|GPU[,GPU]...",
      converter = GpuMapConverter.class,
      description =
          "which GPU each rank uses: one near its cores (auto, the default, where neither"
              + " STARLING_GPU nor CUDA_VISIBLE_DEVICES is set), none (Gpu.open() then refuses),"
              + " or for the ranks of a node in turn those with these numbers or PCI bus ids, such"
              + " as 0,1,1,0; 'starling topo' lists them")
  private GpuMap gpuMap;

  /** Made by picocli. */
  public PlacementOptions() {}

  /**
   * What the options ask for.
   *
   * @throws ParameterException if they do not go together
   */
  public PlacementRequest request() {
    try {
      Wishes wishes =
          new Wishes(
              Optional.ofNullable(mapBy),
              Optional.ofNullable(rankBy),
              Optional.ofNullable(bindTo),
              Optional.ofNullable(rankfile));
      return new PlacementRequest(
          Optional.ofNullable(topology), wishes, Optional.ofNullable(gpuMap));
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
    return request.place(request.allotment(), ranks);
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
