package io.starling.objects.protocol;

/**
 * Asks a store what it has. These messages need no view: each answer says in which it was given.
 */
public sealed interface SurveyMessage extends Message {

  /** The number of the question, which its store chose. */
  long number();

  @Override
  default boolean isBoundToView() {
    return false;
  }

  /** Answer: {@link Answer}. */
  record Ask(long number, boolean withObjects) implements SurveyMessage {}

  /** What the store has. */
  record Answer(long number, StoreSurvey survey) implements SurveyMessage {}
}
