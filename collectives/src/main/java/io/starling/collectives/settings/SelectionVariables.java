package io.starling.collectives.settings;

import io.starling.collectives.selection.DecisionTable;
import io.starling.collectives.selection.Explanations;
import io.starling.collectives.selection.Selection;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/** Makes the selection from a job's environment variables. */
public final class SelectionVariables {

  /** The option for a specification; explanations name it for the variable too. */
  static final String ALGORITHM = "--algorithm";

  private static final Map<String, String> OPTIONS =
      Map.of(
          JobVariables.TABLE,
          "--table",
          JobVariables.TREE,
          "--tree",
          JobVariables.ALGORITHM,
          ALGORITHM);

  private SelectionVariables() {}

  /**
   * Reads the variables and the table's file.
   *
   * @throws IllegalArgumentException if a value is wrong; the message names the variable
   */
  public static Selection read(Map<String, String> environment) {
    return read(environment, SelectionVariables::readTable);
  }

  /** Reads the variables, with a source for the table's content. */
  public static Selection read(Map<String, String> environment, Function<String, byte[]> tables) {
    return read(environment, environment, tables);
  }

  /**
   * Reads variables that were made of options.
   *
   * @param inherited the variables that the user has set; for all others, messages name the option
   */
  public static Selection read(
      Map<String, String> environment,
      Map<String, String> inherited,
      Function<String, byte[]> tables) {
    Selection selection = Selection.DEFAULT;
    String file = environment.get(JobVariables.TABLE);
    if (file != null) {
      selection =
          selection.withTable(table(origin(JobVariables.TABLE, file, inherited), file, tables));
    }
    String tree = environment.get(JobVariables.TREE);
    if (tree != null) {
      selection = named(origin(JobVariables.TREE, tree, inherited), tree, selection::withTree);
    }
    String algorithm = environment.get(JobVariables.ALGORITHM);
    if (algorithm != null) {
      Selection before = selection;
      selection =
          named(
              origin(JobVariables.ALGORITHM, algorithm, inherited),
              algorithm,
              text -> before.with(text, ALGORITHM));
    }
    selection = haveGpus(environment) ? selection.withGpus() : selection;
    return "1".equals(environment.get(JobVariables.EXPLAIN))
        ? selection.explainedBy(new Explanations(Notice::print))
        : selection;
  }

  /**
   * Whether each rank of the job has a GPU.
   *
   * @throws IllegalArgumentException if the variable has another value
   */
  static boolean haveGpus(Map<String, String> environment) {
    String which = environment.getOrDefault(JobVariables.GPUS, "none");
    return switch (which) {
      case "all" -> true;
      case "none", "" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s is '%s', but must be all or none: the ranks that have a GPU"
                  .formatted(JobVariables.GPUS, which));
    };
  }

  /** The name for messages: the variable, or the option that has set it. */
  private static String origin(String variable, String value, Map<String, String> inherited) {
    return value.equals(inherited.get(variable)) ? variable : OPTIONS.get(variable);
  }

  /**
   * The table in a file.
   *
   * @param origin the option or variable that names the file
   */
  static DecisionTable table(String origin, String file, Function<String, byte[]> tables) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      String text = decoder.decode(ByteBuffer.wrap(tables.apply(file))).toString();
      return DecisionTable.parse(file, text);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(origin + " " + file + ": it is not UTF-8 text", e);
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

  /** The size limit, for the bootstrap store; a table has some kilobytes. */
  private static final int MOST_BYTES = 512 << 10;

  /**
   * The content.
   *
   * @throws IllegalArgumentException if it can't be read or is too long for a table
   */
  public static byte[] readTable(String file) {
    try (InputStream stream = Files.newInputStream(Path.of(file))) {
      byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IllegalArgumentException(
            "%s: the file has more than %d bytes, which is too long for a table"
                .formatted(file, MOST_BYTES));
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException(file + ": no permission to read it", e);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "%s: it can't be read (%s)".formatted(file, e.getMessage()), e);
    }
  }
}
