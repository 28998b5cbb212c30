package io.starling.collectives;

import io.starling.collectives.selection.DecisionTable;
import io.starling.collectives.selection.Explanations;
import io.starling.collectives.selection.Selection;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/** The selection that a job's environment variables ask for. */
final class SelectionVariables {

  private SelectionVariables() {}

  /**
   * Reads the variables and the table's file.
   *
   * @throws IllegalArgumentException if something is wrong; the message names the option
   */
  static Selection read(Map<String, String> environment) {
    return read(environment, TableFile::read);
  }

  /** The same with the table's content from elsewhere. */
  static Selection read(Map<String, String> environment, Function<String, byte[]> tables) {
    Selection selection = Selection.DEFAULT;
    String file = environment.get(Starling.TABLE);
    if (file != null) {
      selection = selection.withTable(table(file, tables));
    }
    String tree = environment.get(Starling.TREE);
    if (tree != null) {
      selection = option("--tree", tree, selection::withTree);
    }
    String algorithm = environment.get(Starling.ALGORITHM);
    if (algorithm != null) {
      Selection before = selection;
      selection = option("--algorithm", algorithm, text -> before.with(text, "--algorithm"));
    }
    return "1".equals(environment.get(Starling.EXPLAIN))
        ? selection.explainedBy(new Explanations(SelectionVariables::print))
        : selection;
  }

  /** The table in a file. */
  static DecisionTable table(String file, Function<String, byte[]> tables) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      String text = decoder.decode(ByteBuffer.wrap(tables.apply(file))).toString();
      return DecisionTable.parse(file, text);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("--table " + file + ": it is no text in UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--table " + e.getMessage(), e);
    }
  }

  private static Selection option(String name, String value, Function<String, Selection> reader) {
    try {
      return reader.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " " + value + ": " + e.getMessage(), e);
    }
  }

  // To be read on stderr is what the user asked for.
  @SuppressWarnings("checkstyle:noPrinting")
  private static void print(String line) {
    System.err.println("starling: " + line);
  }
}
