package io.starling.collectives.selection;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.runtime.json.Json;
import io.starling.runtime.json.Json.Member;
import io.starling.runtime.json.Json.Position;
import io.starling.runtime.json.JsonException;
import io.starling.runtime.json.JsonParser;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Reads a {@link DecisionTable}; errors name file, line, column and remedy. */
final class TableReader {

  private static final String VERSION = "1";
  private static final Set<String> NOTES = Set.of("machine", "made");

  private final String file;

  private TableReader(String file) {
    this.file = file;
  }

  /** A reader of a table with an origin, which has a placeholder for the description of a rule. */
  static DecisionTable read(String file, String text, String origin) {
    TableReader reader = new TableReader(file);
    try {
      return new DecisionTable(origin, reader.table(JsonParser.parse(text)));
    } catch (JsonException e) {
      throw reader.wrong(e.at(), "this is not JSON: " + e.getMessage());
    }
  }

  IllegalArgumentException wrong(Position at, String message) {
    return new IllegalArgumentException(
        "%s:%d:%d: %s".formatted(file, at.line(), at.column(), message));
  }

  /** Runs an action that may refuse the text at a place. */
  <T> T at(Position position, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException e) {
      throw wrong(position, e.getMessage());
    }
  }

  private Map<CollectiveKind, List<Rule>> table(Json json) {
    if (!(json instanceof Json.ObjectValue table)) {
      throw wrong(json.at(), "a table is an object: {\"version\": 1, \"collectives\": {…}}");
    }
    Map<String, Json> values = new HashMap<>();
    for (Member member : table.members()) {
      values.put(member.key(), member.value());
      checkKey(member);
    }
    checkVersion(table, values.get("version"));
    if (!(values.get("collectives") instanceof Json.ObjectValue collectives)) {
      throw wrong(
          values.getOrDefault("collectives", table).at(),
          "a table has an object \"collectives\" with a list of rules for each collective, such as"
              + " {\"broadcast\": [{\"use\": \"chain\"}]}");
    }
    Map<CollectiveKind, List<Rule>> rules = new EnumMap<>(CollectiveKind.class);
    for (Member collective : collectives.members()) {
      CollectiveKind kind = at(collective.at(), () -> Specification.kind(collective.key()));
      rules.put(kind, rules(kind, collective.value()));
    }
    return rules;
  }

  private void checkKey(Member member) {
    boolean isNote = NOTES.contains(member.key());
    if (!isNote && !Set.of("version", "collectives").contains(member.key())) {
      throw wrong(
          member.at(),
          "unknown key '%s'; a table has version, collectives, machine and made"
              .formatted(member.key()));
    }
    if (isNote && !(member.value() instanceof Json.Text)) {
      throw wrong(member.value().at(), "'%s' must be a string".formatted(member.key()));
    }
  }

  private void checkVersion(Json table, Json version) {
    if (version == null) {
      throw wrong(table.at(), "the table has no version; write \"version\": " + VERSION);
    }
    if (!(version instanceof Json.Numeral number && number.value().equals(VERSION))) {
      throw wrong(version.at(), "this Starling reads tables of version %s only".formatted(VERSION));
    }
  }

  private List<Rule> rules(CollectiveKind kind, Json value) {
    if (!(value instanceof Json.ArrayValue array) || array.elements().isEmpty()) {
      throw wrong(
          value.at(),
          "%s must be a list of rules, such as [{\"bytes\": \"<64K\", \"use\": \"…\"}, {\"use\": \"…\"}]"
              .formatted(kind.label()));
    }
    List<Rule> rules = new ArrayList<>();
    for (Json element : array.elements()) {
      rules.add(new RuleReader(this, kind, rules.size() + 1).read(element));
    }
    Position last = array.elements().getLast().at();
    if (!rules.getLast().conditions().isEmpty()) {
      throw wrong(
          last,
          "the last rule of %s has conditions, so it may happen that no rule applies; end with {\"use\": \"%s\"}"
              .formatted(kind.label(), DecisionTable.catchAll(kind)));
    }
    if (!rules.getLast().catchesAll()) {
      throw wrong(
          last,
          "the last rule of %s must support every call, but '%s' is only for %s; end with {\"use\": \"%s\"}"
              .formatted(
                  kind.label(),
                  rules.getLast().use(),
                  rules.getLast().choice().algorithm().restrictions(),
                  DecisionTable.catchAll(kind)));
    }
    return List.copyOf(rules);
  }
}
