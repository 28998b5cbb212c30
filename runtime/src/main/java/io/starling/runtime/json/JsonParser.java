package io.starling.runtime.json;

import io.starling.runtime.json.Json.Member;
import io.starling.runtime.json.Json.Position;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads JSON (RFC 8259) into values with their places. Every rank reads a table at its start, and
 * loading the classes of a library took many times as long as reading.
 */
public final class JsonParser {

  private static final int DEEPEST = 64;

  private final JsonScanner in;
  private int depth;

  private JsonParser(String text) {
    in = new JsonScanner(text);
  }

  /**
   * Parses a text that is one value.
   *
   * @throws JsonException if it is not JSON
   */
  public static Json parse(String text) throws JsonException {
    JsonParser parser = new JsonParser(text);
    Json value = parser.value();
    parser.in.skipSpace();
    if (!parser.in.atEnd()) {
      throw parser.in.unexpected("the end of the text");
    }
    return value;
  }

  private Json value() throws JsonException {
    in.skipSpace();
    Position at = in.position();
    return switch (in.peek()) {
      case '{' -> nested(() -> object(at));
      case '[' -> nested(() -> array(at));
      case '"' -> new Json.Text(at, in.string());
      case 't', 'f', 'n' -> word(at);
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
          new Json.Numeral(at, in.number());
      default -> throw in.unexpected("a value");
    };
  }

  private interface Reader {
    Json read() throws JsonException;
  }

  private Json nested(Reader reader) throws JsonException {
    if (++depth > DEEPEST) {
      throw new JsonException(in.position(), "more than " + DEEPEST + " levels deep");
    }
    Json value = reader.read();
    depth--;
    return value;
  }

  private Json object(Position at) throws JsonException {
    List<Member> members = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    in.take('{', "'{'");
    in.skipSpace();
    if (in.takeIf('}')) {
      return new Json.ObjectValue(at, members);
    }
    do {
      in.skipSpace();
      Position keyAt = in.position();
      if (in.peek() != '"') {
        throw in.unexpected("a key in double quotes");
      }
      String key = in.string();
      if (!keys.add(key)) {
        throw new JsonException(keyAt, "the key \"" + key + "\" is there twice");
      }
      in.skipSpace();
      in.take(':', "':'");
      members.add(new Member(keyAt, key, value()));
      in.skipSpace();
    } while (in.takeIf(','));
    in.take('}', "',' or '}'");
    return new Json.ObjectValue(at, members);
  }

  private Json array(Position at) throws JsonException {
    List<Json> elements = new ArrayList<>();
    in.take('[', "'['");
    in.skipSpace();
    if (in.takeIf(']')) {
      return new Json.ArrayValue(at, elements);
    }
    do {
      elements.add(value());
      in.skipSpace();
    } while (in.takeIf(','));
    in.take(']', "',' or ']'");
    return new Json.ArrayValue(at, elements);
  }

  private Json word(Position at) throws JsonException {
    if (in.takeIf("true")) {
      return new Json.Truth(at, true);
    }
    if (in.takeIf("false")) {
      return new Json.Truth(at, false);
    }
    if (in.takeIf("null")) {
      return new Json.Nothing(at);
    }
    throw in.unexpected("a value");
  }
}
