package io.starling.bench.laboratory.cluster;

import io.starling.runtime.json.Json;
import io.starling.runtime.json.Json.Member;
import io.starling.runtime.json.Json.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The members of one JSON object, which must be of the known kind. An error names file, line,
 * column and what would be right.
 */
final class JsonFields {

  /**
   * A kind of object.
   *
   * @param name with its article, {@code a link}
   * @param required the keys that it must have
   * @param optional the keys that it may have
   */
  record Kind(String name, List<String> required, List<String> optional) {

    String keys() {
      String must = String.join(", ", required);
      String may = optional.isEmpty() ? "" : "perhaps " + String.join(", ", optional);
      return Stream.of(must, may).filter(part -> !part.isEmpty()).reduce("%s; %s"::formatted).get();
    }
  }

  private final String file;
  private final Position at;
  private final Map<String, Json> values = new LinkedHashMap<>();

  private JsonFields(String file, Position at) {
    this.file = file;
    this.at = at;
  }

  /** Those of an object. */
  static JsonFields of(String file, Json json, Kind kind) {
    if (!(json instanceof Json.ObjectValue object)) {
      throw wrong(
          file, json.at(), "%s is an object: {…}, with %s".formatted(kind.name, kind.keys()));
    }
    JsonFields fields = new JsonFields(file, object.at());
    for (Member member : object.members()) {
      if (!kind.required.contains(member.key()) && !kind.optional.contains(member.key())) {
        throw wrong(
            file,
            member.at(),
            "unknown key '%s'; %s has %s".formatted(member.key(), kind.name, kind.keys()));
      }
      fields.values.put(member.key(), member.value());
    }
    for (String key : kind.required) {
      if (!fields.has(key)) {
        throw fields.wrong("'%s' is missing; %s has %s".formatted(key, kind.name, kind.keys()));
      }
    }
    return fields;
  }

  static IllegalArgumentException wrong(String file, Position at, String message) {
    return new IllegalArgumentException(
        "%s:%d:%d: %s".formatted(file, at.line(), at.column(), message));
  }

  /** A refusal of the whole object. */
  IllegalArgumentException wrong(String message) {
    return wrong(file, at, message);
  }

  /** A refusal of a value. */
  IllegalArgumentException wrong(String key, String message) {
    return wrong(file, values.get(key).at(), message);
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** A text that is not blank. */
  String text(String key) {
    return parsed(key, "…", Function.identity());
  }

  /** What a text means to a parser, which may refuse it. */
  <T> T parsed(String key, String example, Function<String, T> parser) {
    if (!(values.get(key) instanceof Json.Text text) || text.value().isBlank()) {
      throw wrong(key, "'%s' is a text in double quotes, such as \"%s\"".formatted(key, example));
    }
    try {
      return parser.apply(text.value());
    } catch (IllegalArgumentException e) {
      throw wrong(key, key + ": " + e.getMessage());
    }
  }

  /** A whole number. */
  int count(String key, int least, int most) {
    if (values.get(key) instanceof Json.Numeral number && number.value().matches("\\d{1,9}")) {
      int count = Integer.parseInt(number.value());
      if (count >= least && count <= most) {
        return count;
      }
    }
    throw wrong(
        key, "'%s' is a whole number from %d to %d, without quotes".formatted(key, least, most));
  }

  /** An object inside this one. */
  JsonFields object(String key, Kind kind) {
    return of(file, values.get(key), kind);
  }

  /** The objects of a list; none where the key is not there. */
  List<JsonFields> list(String key, Kind kind, int most) {
    if (!has(key)) {
      return List.of();
    }
    if (!(values.get(key) instanceof Json.ArrayValue array) || array.elements().size() > most) {
      throw wrong(key, "'%s' is a list of at most %d objects: [{…}]".formatted(key, most));
    }
    return array.elements().stream().map(element -> of(file, element, kind)).toList();
  }
}
