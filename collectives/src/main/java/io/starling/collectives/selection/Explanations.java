package io.starling.collectives.selection;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Explains each decision once: the communicator, the choice, and the reason. */
public final class Explanations {

  private static final int MOST_SHOWN = 8;

  private record Told(Decision decision, Place place, String members) {}

  private final Consumer<String> listener;
  private final Set<Told> told = ConcurrentHashMap.newKeySet();

  /** Lines go to {@code listener}. */
  public Explanations(Consumer<String> listener) {
    this.listener = listener;
  }

  /** The ranks of the job in a communicator; empty if it has all of them in their order. */
  static String members(Context context) {
    int size = context.size();
    if (size == context.world().size()
        && IntStream.range(0, size).allMatch(i -> context.process(i) == i)) {
      return "";
    }
    List<String> runs = new ArrayList<>();
    for (int first = 0, end; first < size; first = end) {
      end = first + 1;
      while (end < size && context.process(end) == context.process(end - 1) + 1) {
        end++;
      }
      if (runs.size() == MOST_SHOWN) {
        runs.add("…");
        break;
      }
      int from = context.process(first);
      int to = context.process(end - 1);
      runs.add(from == to ? "" + from : from + "-" + to);
    }
    return " (%s %s of the job)".formatted(size == 1 ? "rank" : "ranks", String.join(", ", runs));
  }

  void tell(Decision decision, Place place, String members, long bytes) {
    if (told.add(new Told(decision, place, members))) {
      listener.accept(
          "%s%s on %s%s: %s (%s)"
              .formatted(
                  decision.kind().label(),
                  length(bytes),
                  place,
                  members,
                  decision.choice().describe(),
                  decision.reason()));
    }
  }

  private static String length(long bytes) {
    if (bytes == Problem.UNKNOWN) {
      return " of unequal blocks";
    }
    return bytes == 0 ? "" : " of %d bytes".formatted(bytes);
  }
}
