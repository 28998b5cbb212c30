package io.starling.objects.host;

import java.util.function.Consumer;

/** Hears what people should know of a store, on its thread. */
@FunctionalInterface
public interface Notes extends Consumer<String> {

  /** What is wrong. */
  @Override
  void accept(String text);

  /** What goes as it should: a store joined, or left. */
  default void news(String text) {}
}
