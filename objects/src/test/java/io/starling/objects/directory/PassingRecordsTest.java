package io.starling.objects.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord.Tombstone;
import io.starling.objects.simulated.VirtualTime;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PassingRecordsTest {

  private static final long PERIOD = 60;

  private final VirtualTime time = new VirtualTime();
  private final PassingRecords records = new PassingRecords(action -> time.after(PERIOD, action));
  private final Tombstone first = new Tombstone(ObjectId.of("first"), "");
  private final Tombstone second = new Tombstone(ObjectId.of("second"), "");

  @Test
  void a_record_stays_for_a_period_and_goes_within_two() {
    records.add(first);
    time.runUntil(PERIOD - 1);
    records.add(second);
    time.runUntil(2 * PERIOD - 2);
    assertThat(records.of(second.id())).isEqualTo(second);
    time.runUntil(3 * PERIOD);
    assertThat(records.all()).isEmpty();
    assertThat(time.step()).as("a period is under way").isFalse();
  }

  @Test
  void so_it_does_after_all_others_were_removed() {
    records.add(first);
    time.runUntil(10);
    records.remove(first.id());
    time.runUntil(20);
    records.add(first);
    time.runUntil(PERIOD - 1);
    records.add(second);
    time.runUntil(2 * PERIOD - 2);
    assertThat(records.of(second.id())).isEqualTo(second);
  }
}
