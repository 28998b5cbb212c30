package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.starling.runtime.TransportException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a rank says of a peer whose memory it can't map. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LostPeerTest {

  @Test
  void a_peer_whose_memory_is_gone_is_named_with_a_remedy() {
    SharedPair.Book book = new SharedPair.Book();
    try (SharedPair pair = new SharedPair(SMALL, book)) {
      book.publish(0, new RegionAddress(1 << 30, 3, 0, 4096).encode());
      assertThatThrownBy(() -> pair.to.send(1, 0, 0, number(1), 0, 4, false))
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("rank 1")
          .hasMessageContaining("rank 0")
          .hasMessageContaining("--transport ucx");
      book.publish(0, new byte[100]);
      assertThatThrownBy(() -> pair.to.send(1, 0, 0, number(1), 0, 4, false))
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("rank 0")
          .hasMessageContaining("--transport");
    }
  }

  @Test
  void a_peer_whose_process_has_ended_is_said_to_have_ended()
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sleep", "1000").start();
    int pid = (int) process.pid();
    SharedPair.Book book = new SharedPair.Book();
    try (SharedPair pair = new SharedPair(SMALL, book)) {
      book.publish(0, new RegionAddress(pid, 1000, 0, 4096).encode());
      assertThatThrownBy(() -> pair.to.send(1, 0, 0, number(1), 0, 4, false))
          .isInstanceOf(TransportException.class)
          .hasMessageNotContaining("has ended");
      process.destroyForcibly().waitFor();
      assertThatThrownBy(() -> pair.to.send(1, 0, 0, number(1), 0, 4, false))
          .isInstanceOf(TransportException.class)
          .hasMessageStartingWith("rank 1 can't map the memory of rank 0: its process, " + pid)
          .hasMessageContaining("has ended. Look at its last output");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void a_process_that_waits_for_its_parent_has_ended_too()
      throws IOException, InterruptedException {
    // The child's parent, no shell any more, never asks for its status.
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 1000 & echo $!; exec sleep 1000").start();
    SharedPair.Book book = new SharedPair.Book();
    try (SharedPair pair = new SharedPair(SMALL, book);
        BufferedReader output = parent.inputReader()) {
      int child = Integer.parseInt(output.readLine());
      ProcessHandle.of(child).orElseThrow().destroyForcibly();
      while (!Files.readString(Path.of("/proc/" + child + "/stat")).contains(") Z ")) {
        Thread.sleep(1);
      }
      book.publish(0, new RegionAddress(child, 3, 0, 4096).encode());
      assertThatThrownBy(() -> pair.to.send(1, 0, 0, number(1), 0, 4, false))
          .isInstanceOf(TransportException.class)
          .hasMessageContaining("its process, %d, has ended", child);
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void a_peer_whose_memory_is_gone_can_be_left_with_messages_of_it() {
    SharedPair.Book book = new SharedPair.Book();
    try (SharedPair pair = new SharedPair(SMALL, book)) {
      pair.from.send(1, 1, 0, number(7), 0, 4, false);
      pair.to.progress();
      book.publish(0, new RegionAddress(1 << 30, 3, 0, 4096).encode());
      pair.to.disconnect(0);
      pair.to.receive(2, 0, SharedPair.EXACT, number(0), 0, 4);
      assertThat(pair.receiver.lines)
          .singleElement(STRING)
          .startsWith("2: UNREACHABLE: rank 1 has disconnected rank 0");
    }
  }
}
