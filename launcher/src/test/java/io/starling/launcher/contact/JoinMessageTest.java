package io.starling.launcher.contact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.contact.JoinMessage.Answer;
import io.starling.launcher.contact.JoinMessage.Ask;
import io.starling.launcher.contact.JoinMessage.Ended;
import io.starling.launcher.contact.JoinMessage.Failed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JoinMessageTest {

  private static final List<JoinMessage> MESSAGES =
      List.of(
          new Ask(3, true, Map.of("STARLING_TREE", "chain", "UCX_TLS", "tcp")),
          new Answer("", 4, 68, Map.of("STARLING_TRANSPORT", "ucx")),
          new Answer("no room", 0, 0, Map.of()),
          new Failed(5, "exited with status 1"),
          new Ended(143));

  @Test
  void every_message_is_read_as_it_was_written() {
    for (JoinMessage message : MESSAGES) {
      assertThat(JoinMessage.decode(message.encode())).isEqualTo(message);
    }
  }

  @Test
  void a_message_that_is_cut_short_is_refused() {
    for (JoinMessage message : MESSAGES) {
      byte[] whole = message.encode();
      for (int length = 0; length < whole.length; length++) {
        byte[] part = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> JoinMessage.decode(part))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void damage_of_any_kind_is_read_or_refused() {
    Random random = new Random(59);
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = MESSAGES.get(round % MESSAGES.size()).encode();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(JoinMessage.decode(damaged)).isNotNull();
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("message");
      }
    }
  }
}
