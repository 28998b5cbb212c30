package io.starling.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StatusTest {

  @Test
  void a_status_counts_the_elements_of_a_message() {
    assertThat(new Status(0, 0, 24).count(Datatype.INT32)).hasValue(6);
    assertThat(new Status(0, 0, 24).count(Datatype.FLOAT64)).hasValue(3);
    assertThat(new Status(0, 0, 0).count(Datatype.COMPLEX128)).hasValue(0);
    assertThat(new Status(0, 0, 5L << 32).count(Datatype.INT8)).hasValue(5L << 32);
  }

  @Test
  void a_message_of_no_whole_number_of_elements_has_no_count() {
    assertThat(new Status(0, 0, 24).count(Datatype.COMPLEX128)).isEmpty();
    assertThat(new Status(0, 0, 3).count(Datatype.INT16)).isEmpty();
  }
}
