package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class OrderedMessagesTest {

  private final OrderedMessages messages = new OrderedMessages();

  private void add(int count, boolean ofStream) {
    for (int i = 0; i < count; i++) {
      messages.add(1, ofStream, new byte[1]);
    }
  }

  private List<Long> send() {
    List<Long> sent = new ArrayList<>();
    while (messages.hasUnsent()) {
      sent.add(messages.peek().sequence());
      messages.sent();
    }
    return sent;
  }

  @Test
  void what_the_peer_lacks_is_sent_again_and_no_more() throws MalformedFrameException {
    add(5, false);
    assertThat(send()).containsExactly(1L, 2L, 3L, 4L, 5L);
    messages.onAcknowledged(2);
    messages.onBroken();
    add(1, false);
    messages.resume(3);
    assertThat(send()).containsExactly(4L, 5L, 6L);
    messages.onAcknowledged(6);
    assertThat(messages.isSettled()).isTrue();
  }

  @Test
  void messages_about_streams_are_not_sent_again_over_the_next_connection()
      throws MalformedFrameException {
    add(1, false);
    add(1, true);
    add(1, false);
    messages.peek();
    messages.sent();
    messages.onBroken();
    add(1, true);
    messages.resume(0);
    assertThat(send()).containsExactly(1L, 3L, 4L);
  }

  @Test
  void the_peer_hears_after_64_messages_or_on_demand() throws MalformedFrameException {
    for (int i = 1; i < OrderedMessages.PATIENCE; i++) {
      messages.onReceived(i);
    }
    assertThat(messages.owes()).isTrue();
    assertThat(messages.owesNow()).isFalse();
    messages.onReceived(OrderedMessages.PATIENCE);
    assertThat(messages.owesNow()).isTrue();
    assertThat(messages.acknowledge()).isEqualTo(OrderedMessages.PATIENCE);
    assertThat(messages.owes()).isFalse();
    messages.demand();
    assertThat(messages.owesNow()).as("nothing came").isFalse();
  }

  @Test
  void numbers_that_cannot_be_are_refused() throws MalformedFrameException {
    add(2, false);
    send();
    messages.onReceived(7);
    assertThatThrownBy(() -> messages.onReceived(7)).hasMessage("sent message 7 after message 7");
    assertThatThrownBy(() -> messages.onAcknowledged(3))
        .hasMessage("acknowledged message 3, but the last one has number 2");
    messages.onBroken();
    assertThatThrownBy(() -> messages.resume(3)).isInstanceOf(MalformedFrameException.class);
  }
}
