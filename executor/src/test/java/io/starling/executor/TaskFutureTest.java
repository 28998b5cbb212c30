package io.starling.executor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskFutureTest {

  @Test
  void only_ranks_that_ran_a_task_have_died_with_it() {
    TaskFuture<Integer> task = new TaskFuture<>(null, () -> 1, null, false);
    assertThat(task.lost(false)).isZero();
    assertThat(task.lost(false)).isZero();
    assertThat(task.lost(true)).isEqualTo(1);
    assertThat(task.lost(true)).isEqualTo(2);
  }
}
