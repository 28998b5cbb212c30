package io.starling.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RowTest {

  @Test
  void slices_of_a_plain_row_follow_each_other() {
    Row row = new Row(false);
    assertThat(row.add(0, 10)).isZero();
    assertThat(row.add(2, 5)).isEqualTo(Row.NONE);
    assertThat(row.add(5, 15)).isEqualTo(Row.NONE);
    assertThat(row.add(10, 15)).isZero();
  }

  @Test
  void slices_of_a_nesting_row_may_also_lie_inside_others_but_not_halfway() {
    Row row = new Row(true);
    assertThat(row.add(0, 100)).isEqualTo(0);
    assertThat(row.add(10, 50)).isEqualTo(1);
    assertThat(row.add(20, 60)).isEqualTo(Row.NONE);
    assertThat(row.add(20, 50)).isEqualTo(2);
    assertThat(row.add(60, 70)).isEqualTo(1);
    assertThat(row.add(70, 101)).isEqualTo(Row.NONE);
    assertThat(row.add(100, 110)).isEqualTo(0);
  }
}
