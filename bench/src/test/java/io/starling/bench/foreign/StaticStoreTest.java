package io.starling.bench.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that have nothing but a number, an address and a secret. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StaticStoreTest {

  private static final int RANKS = 4;

  @TempDir private Path folder;

  @Test
  void ranks_find_each_other_at_rank_0() throws Exception {
    Path secret = folder.resolve("secret");
    Files.createFile(
        secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(secret, "a secret of more than sixteen bytes");
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<Future<ForeignJob.Outcome>> ranks = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int rank = RANKS - 1; rank >= 0; rank--) {
        Map<String, String> environment =
            Map.of(
                "JOB_COMPLETION_INDEX",
                Integer.toString(rank),
                "STARLING_SIZE",
                Integer.toString(RANKS),
                "STARLING_STORE",
                "localhost:" + port,
                "STARLING_SECRET_FILE",
                secret.toString());
        ranks.add(threads.submit(() -> ForeignJob.run(List.of(), environment)));
      }
    }
    StringBuilder output = new StringBuilder();
    for (Future<ForeignJob.Outcome> rank : ranks) {
      assertThat(rank.get().status()).as(rank.get().errors()).isZero();
      output.append(rank.get().output());
    }
    new ForeignJob.Outcome(0, output.toString(), "").showsRanks(RANKS);
  }
}
