package io.starling.objects.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Whether a store reaches too few others to go on, and whether its calls fail for it.
 *
 * <pre>
 *   quorum ---> begin: calls wait ---> last: open calls fail, and new ones ---> end: calls work
 * </pre>
 *
 * <p>The thread of the store uses it.
 */
public final class Outage {

  private final Set<Consumer<String>> listeners = new LinkedHashSet<>();
  private String text = "";
  private boolean lasts;

  /** The store reaches too few others; the text says which, for people. */
  public void begin(String reason) {
    text = reason;
  }

  /** That goes on for too long; further calls of this method change nothing. */
  public void last() {
    if (!lasts && !text.isEmpty()) {
      lasts = true;
      List.copyOf(listeners).forEach(listener -> listener.accept(text));
    }
  }

  /** The store reaches enough others. */
  public void end() {
    text = "";
    lasts = false;
  }

  /** What is wrong, or an empty text. */
  public String text() {
    return text;
  }

  /** Whether calls fail. */
  public boolean lasts() {
    return lasts;
  }

  /** Hears the text when calls begin to fail. */
  public void listen(Consumer<String> listener) {
    listeners.add(listener);
  }

  /** Ends {@link #listen}. */
  public void forget(Consumer<String> listener) {
    listeners.remove(listener);
  }
}
