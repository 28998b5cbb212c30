package io.starling.collectives.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.call.Member;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedRanks;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock that another thread holds for longer than the quick attempts last. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LateUnlockTest {

  private static final long HELD_MILLISECONDS = 200;

  @TempDir private Path folder;

  /** Also in virtual time, where a rank that waits for a message alone would sleep for ever. */
  @Test
  void a_rank_wakes_to_try_again_although_no_message_comes() throws Exception {
    SimulatedRanks ranks =
        new SimulatedRanks(
            new SimulatedFabric(
                new HockneyNetwork(1, 2 * VirtualTime.PER_MICROSECOND, 100), Noise.NONE, true));
    Member member = Member.ofWorld(ranks.engine(0), Layout.flat(1), false, () -> {});
    try (SideFile side = SideFile.create(folder.resolve("side"));
        FileChannel other = FileChannel.open(side.path(), StandardOpenOption.WRITE)) {
      FileLock lock = other.lock();
      Executor later = CompletableFuture.delayedExecutor(HELD_MILLISECONDS, TimeUnit.MILLISECONDS);
      CompletableFuture<Void> unlocked = CompletableFuture.runAsync(() -> release(lock), later);
      ranks.run(_ -> assertThat(moved(side, member)).isZero());
      unlocked.get(10, TimeUnit.SECONDS);
      assertThat(side.move(at -> at, Patience.of(member))).isEqualTo(1);
    }
  }

  private static long moved(SideFile side, Member member) {
    try {
      return side.move(at -> at + 1, Patience.of(member));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void release(FileLock lock) {
    try {
      lock.release();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
