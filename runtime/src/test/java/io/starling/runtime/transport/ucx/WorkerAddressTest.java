package io.starling.runtime.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.error.TransportException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WorkerAddressTest {

  @Test
  void an_address_is_read_as_it_was_written() {
    WorkerAddress here = WorkerAddress.here(new byte[] {1, 2, 3});
    WorkerAddress read = WorkerAddress.decode(here.encode());
    assertThat(read.host()).isEqualTo(here.host());
    assertThat(read.worker()).containsExactly(1, 2, 3);
  }

  @Test
  void all_ranks_of_a_host_say_the_same_host() {
    assertThat(WorkerAddress.here(new byte[1]).host())
        .isEqualTo(WorkerAddress.here(new byte[2]).host());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16})
  void something_else_is_refused_with_a_remedy(int bytes) {
    assertThatThrownBy(() -> WorkerAddress.decode(new byte[bytes]))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("%d bytes", bytes)
        .hasMessageContaining("--transport");
  }
}
