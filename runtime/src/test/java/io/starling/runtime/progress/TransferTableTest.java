package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TransferTableTest {

  private final TransferTable transfers = new TransferTable();

  @Test
  void a_closed_row_is_used_again_and_keeps_nothing_reachable() {
    int row = transfers.open(TransferTable.SEND, null, 1, 2);
    transfers.memory[row] = Memory.EMPTY;
    transfers.staging[row] = MemorySegment.NULL;
    transfers.close(row);
    assertThat(transfers.memory[row]).isNull();
    assertThat(transfers.staging[row]).isNull();
    assertThat(transfers.operation[row]).isNull();
    assertThat(transfers.open(TransferTable.RECEIVE, null, 3, 4)).isEqualTo(row);
    assertThat(transfers.child[row]).isEqualTo(3);
    assertThat(transfers.segment[row]).isEqualTo(4);
    assertThat(transfers.kind[row]).isEqualTo(TransferTable.RECEIVE);
  }

  @Test
  void a_table_that_is_used_again_and_again_does_not_grow() {
    for (int round = 0; round < 1000; round++) {
      int first = transfers.open(TransferTable.SEND, null, 0, 0);
      int second = transfers.open(TransferTable.SEND, null, 0, 0);
      transfers.close(first);
      transfers.close(second);
    }
    assertThat(transfers.rows()).isEqualTo(64);
  }

  @Test
  void a_table_grows_as_far_as_it_must_and_open_rows_stay_what_they_are() {
    Set<Integer> rows = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      int row = transfers.open(TransferTable.FOLD, null, i, -i);
      rows.add(row);
      transfers.offset[row] = i;
    }
    assertThat(rows).hasSize(1000);
    for (int row : rows) {
      assertThat(transfers.segment[row]).isEqualTo(-transfers.child[row]);
      assertThat(transfers.offset[row]).isEqualTo(transfers.child[row]);
    }
  }

  @Test
  void a_table_is_empty_when_all_rows_are_closed() {
    assertThat(transfers.isEmpty()).isTrue();
    int row = transfers.open(TransferTable.SEND, null, 0, 0);
    assertThat(transfers.isEmpty()).isFalse();
    transfers.close(row);
    assertThat(transfers.isEmpty()).isTrue();
  }
}
