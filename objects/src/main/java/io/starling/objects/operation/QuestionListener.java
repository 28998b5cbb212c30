package io.starling.objects.operation;

import io.starling.objects.protocol.FromPrimary;

/** Hears an answer of the directory. It takes notes and never calls the store within a call. */
@FunctionalInterface
public interface QuestionListener {

  /** An answer; for a watch, each time that something has changed. */
  void onAnswer(FromPrimary answer);
}
