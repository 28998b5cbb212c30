package io.starling.runtime.json;

import java.util.List;

/** A value in a JSON text, with its place. */
public sealed interface Json {

  Position at();

  /**
   * A place in a text.
   *
   * @param line from 1 on
   * @param column from 1 on, in characters
   */
  record Position(int line, int column) {}

  /** A member of an object. */
  record Member(Position at, String key, Json value) {}

  /** An object; its keys are unique. */
  record ObjectValue(Position at, List<Member> members) implements Json {}

  /** An array. */
  record ArrayValue(Position at, List<Json> elements) implements Json {}

  /** A string. */
  record Text(Position at, String value) implements Json {}

  /** A number, as its text. */
  record Numeral(Position at, String value) implements Json {}

  /** True or false. */
  record Truth(Position at, boolean value) implements Json {}

  /** Null. */
  record Nothing(Position at) implements Json {}
}
