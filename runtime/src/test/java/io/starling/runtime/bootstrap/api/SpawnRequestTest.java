package io.starling.runtime.bootstrap.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests for ranks, as bytes that any program of the job may have written. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpawnRequestTest {

  private static final int HUGE = Integer.MAX_VALUE;

  private static SpawnRequest.Program program(int ranks, String... words) {
    return new SpawnRequest.Program(
        ranks, true, List.of(words), Map.of("NAME", "value"), List.of("node1"));
  }

  private static SpawnRequest request(SpawnRequest.Program... programs) {
    return new SpawnRequest(new SpawnOrigin(3), List.of(programs));
  }

  @Test
  void a_request_is_read_as_it_was_written() {
    SpawnRequest request = request(program(2, "Main", "--verbose"), program(1, "Other"));
    assertThat(SpawnRequest.decode(request.encode())).isEqualTo(request);
    assertThat(request.ranks()).isEqualTo(3);
  }

  private static Stream<SpawnRequest> requests_that_no_launcher_can_meet() {
    return Stream.of(
        request(),
        request(program(0, "Main")),
        request(program(2, "Main"), program(-1, "Main")),
        request(program(1)),
        request(program(HUGE, "Main"), program(HUGE, "Main"), program(4, "Main")));
  }

  @ParameterizedTest
  @MethodSource
  void requests_that_no_launcher_can_meet(SpawnRequest request) {
    byte[] bytes = request.encode();
    assertThatThrownBy(() -> SpawnRequest.decode(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a request for ranks that can't be read")
        .message()
        .containsAnyOf("at least 1", "more than any job has");
  }
}
