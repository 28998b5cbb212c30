package io.starling.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.micro.MessageMemoryKind;
import io.starling.collectives.Starling;
import io.starling.collectives.selection.AlgorithmDescription;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OperationsTest {

  @ParameterizedTest
  @EnumSource
  void every_collective_that_can_be_tuned_runs_in_every_memory(MessageMemoryKind memory) {
    List<String> collectives =
        AlgorithmDescription.all().stream()
            .map(AlgorithmDescription::collective)
            .distinct()
            .filter(Operations::has)
            .toList();
    AtomicInteger calls = new AtomicInteger();
    Starling.local(
        3,
        world -> {
          try (Arena arena = Arena.ofShared()) {
            for (String collective : collectives) {
              Operations.create(collective, world, memory, arena, 24).accept(world);
              calls.incrementAndGet();
            }
            world.barrier();
          }
        });
    assertThat(collectives).hasSizeGreaterThan(10);
    assertThat(calls).hasValue(3 * collectives.size());
  }
}
