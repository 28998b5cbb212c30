package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LeftoversTest {

  /** Has open operations at its first close, and fails or succeeds at the next. */
  private static AutoCloseable opened(AtomicInteger closes, RuntimeException then) {
    return () -> {
      if (closes.incrementAndGet() == 1) {
        throw new IllegalStateException("operations are open");
      }
      if (then != null) {
        throw then;
      }
    };
  }

  @Test
  void what_is_open_is_closed_later_and_once() {
    AtomicInteger closes = new AtomicInteger();
    Leftovers.close(opened(closes, null));
    Leftovers.closeAll();
    Leftovers.closeAll();
    assertThat(closes).hasValue(2);
  }

  @Test
  void a_later_failure_is_no_error_of_other_calls() {
    AtomicInteger closes = new AtomicInteger();
    Leftovers.close(opened(closes, new IllegalArgumentException("a rank has failed")));
    Leftovers.close(() -> {});
    Leftovers.closeAll();
    assertThat(closes).hasValue(2);
  }

  @Test
  void a_failure_at_once_is_one_of_the_call() {
    AutoCloseable failing =
        () -> {
          throw new IllegalArgumentException("wrong");
        };
    assertThatThrownBy(() -> Leftovers.close(failing)).isInstanceOf(IllegalArgumentException.class);
    Leftovers.closeAll();
  }
}
