package io.starling.objects.door;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Knows which calls of a program wait for something that may need other stores.
 *
 * <pre>
 *   ToStore ---> ask ---> ... ---> send ---> ToClient       open: between the two
 * </pre>
 */
final class Unanswered implements Line {

  private final Line line;
  private final Set<Long> open = new LinkedHashSet<>();

  Unanswered(Line line) {
    this.line = line;
  }

  /** The program has said something; returns whether it waits for an answer now. */
  boolean ask(ToStore message) {
    return switch (message) {
      case ToStore.PutValue _,
          ToStore.Create _,
          ToStore.Get _,
          ToStore.Watch _,
          ToStore.Reduce _,
          ToStore.Describe _,
          ToStore.Delete _ -> {
        open.add(message.call());
        yield true;
      }
      case ToStore.Close _ -> {
        open.remove(message.call());
        yield false;
      }
      // A survey ends by itself, and tells of stores that are not reached.
      case ToStore.Written _, ToStore.Seal _, ToStore.Survey _ -> false;
    };
  }

  /** The calls that wait, from the first; they wait no more. */
  List<Long> take() {
    List<Long> taken = List.copyOf(open);
    open.clear();
    return taken;
  }

  @Override
  public void send(ToClient message) {
    if (isLast(message)) {
      open.remove(message.call());
    }
    line.send(message);
  }

  private static boolean isLast(ToClient message) {
    return switch (message) {
      case ToClient.Progress progress -> progress.complete();
      case ToClient.Writable _, ToClient.Complete _, ToClient.Gone _ -> false;
      default -> true;
    };
  }

  @Override
  public void flushSoon() {
    line.flushSoon();
  }
}
