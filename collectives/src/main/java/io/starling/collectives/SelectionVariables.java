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

  /** The option for a wish, also where explanations tell of the variable. */
  static final String ALGORITHM = "--algorithm";

  private static final Map<String, String> OPTIONS =
      Map.of(Starling.TABLE, "--table", Starling.TREE, "--tree", Starling.ALGORITHM, ALGORITHM);

  private SelectionVariables() {}

  /**
   * Reads the variables and the table's file.
   *
   * @throws IllegalArgumentException if something is wrong; the message names the variable
   */
  static Selection read(Map<String, String> environment) {
    return read(environment, TableFile::read);
  }

  /** The same with the table's content from elsewhere. */
  static Selection read(Map<String, String> environment, Function<String, byte[]> tables) {
    return read(environment, environment, tables);
  }

  /**
   * The same where options have become variables.
   *
   * @param inherited the variables as the user has set them; messages name the option for others
   */
  static Selection read(
      Map<String, String> environment,
      Map<String, String> inherited,
      Function<String, byte[]> tables) {
    Selection selection = Selection.DEFAULT;
    String file = environment.get(Starling.TABLE);
    if (file != null) {
      selection = selection.withTable(table(origin(Starling.TABLE, file, inherited), file, tables));
    }
    String tree = environment.get(Starling.TREE);
    if (tree != null) {
      selection = named(origin(Starling.TREE, tree, inherited), tree, selection::withTree);
    }
    String algorithm = environment.get(Starling.ALGORITHM);
    if (algorithm != null) {
      Selection before = selection;
      selection =
          named(
              origin(Starling.ALGORITHM, algorithm, inherited),
              algorithm,
              text -> before.with(text, ALGORITHM));
    }
    selection = haveGpus(environment) ? selection.withGpus() : selection;
    return "1".equals(environment.get(Starling.EXPLAIN))
        ? selection.explainedBy(new Explanations(SelectionVariables::print))
        : selection;
  }

  /**
   * Whether each rank of the job has a GPU.
   *
   * @throws IllegalArgumentException if the variable says something else
   */
  static boolean haveGpus(Map<String, String> environment) {
    String which = environment.getOrDefault(Starling.GPUS, "none");
    return switch (which) {
      case "all" -> true;
      case "none", "" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s is '%s'; it says which ranks have a GPU: all or none"
                  .formatted(Starling.GPUS, which));
    };
  }

  /** What the user has given: the variable, or the option that stands for it. */
  private static String origin(String variable, String value, Map<String, String> inherited) {
    return value.equals(inherited.get(variable)) ? variable : OPTIONS.get(variable);
  }

  /**
   * The table in a file.
   *
   * @param origin which option or variable names it
   */
  static DecisionTable table(String origin, String file, Function<String, byte[]> tables) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      String text = decoder.decode(ByteBuffer.wrap(tables.apply(file))).toString();
      return DecisionTable.parse(file, text);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(origin + " " + file + ": it is no text in UTF-8", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(origin + " " + e.getMessage(), e);
    }
  }

  private static Selection named(String name, String value, Function<String, Selection> reader) {
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
