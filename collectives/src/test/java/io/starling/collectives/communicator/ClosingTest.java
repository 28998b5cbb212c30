package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rank may leave while an exception is on its way and the others are stuck. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClosingTest {

  @ParameterizedTest
  @EnumSource
  void a_rank_leaves_although_nobody_receives_what_it_sends(TestFabric fabric) {
    RankTeam team = RankTeam.open(fabric, 2);
    team.run(
        world -> {
          if (world.rank() == 0) {
            Request message = world.iSend(Buffer.of(new byte[16 << 20]), 1, 0);
            Request broadcast = world.iBroadcast(Buffer.of(new byte[16 << 20]), 0);
            assertThat(message.await(Duration.ofMillis(1))).isFalse();
            assertThat(broadcast.await(Duration.ofMillis(1))).isFalse();
            world.close();
            assertThatThrownBy(message::test).isInstanceOf(IllegalStateException.class);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void what_was_sent_before_the_end_still_arrives(TestFabric fabric) {
    RankTeam team = RankTeam.open(fabric, 2);
    team.run(
        world -> {
          int[] value = {world.rank() == 0 ? 7 : 0};
          if (world.rank() == 0) {
            world.send(Buffer.of(value), 1, 0);
            world.close();
          } else {
            world.receive(Buffer.of(value), 0, 0);
          }
          assertThat(value).containsExactly(7);
        });
  }
}
