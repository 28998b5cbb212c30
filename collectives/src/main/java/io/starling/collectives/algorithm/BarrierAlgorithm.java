package io.starling.collectives.algorithm;

import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import java.util.Set;
import java.util.function.Function;

/** A way to wait for all. */
public record BarrierAlgorithm(
    String name, String description, Function<Context, Collective> machine) implements Algorithm {

  @Override
  public CollectiveKind kind() {
    return CollectiveKind.BARRIER;
  }

  @Override
  public String restrictions() {
    return "";
  }

  @Override
  public Set<Parameter> parameters() {
    return Set.of();
  }
}
