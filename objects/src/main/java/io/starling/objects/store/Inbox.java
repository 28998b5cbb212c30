package io.starling.objects.store;

import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * Lets messages in when their view is there.
 *
 * <pre>
 *   view of sender   older      the same   newer                   a store that left
 *   message          dropped    taken      waits for that view     dropped
 * </pre>
 *
 * <p>Transfers and what else outlives views are taken at once.
 */
final class Inbox {

  private record Early(int from, long view, Message message) {}

  private final List<Early> early = new ArrayList<>();
  private View view;

  /** Whether a message counts now. */
  boolean isDue(int from, long viewOfSender, Message message) {
    if (view != null && view.hasLeft(from)) {
      return false;
    }
    if (!message.isBoundToView()) {
      return true;
    }
    if (view == null || viewOfSender > view.number()) {
      early.add(new Early(from, viewOfSender, message));
      return false;
    }
    return viewOfSender == view.number();
  }

  /** A new view; what has waited for it is taken. */
  void enter(View next, ObjIntConsumer<Message> taker) {
    view = next;
    List<Early> waited = List.copyOf(early);
    early.clear();
    for (Early message : waited) {
      if (isDue(message.from(), message.view(), message.message())) {
        taker.accept(message.message(), message.from());
      }
    }
  }
}
