package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Computing;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.micro.Sizes;
import io.starling.bench.report.Labels;
import io.starling.bench.report.Table;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Stack;
import java.util.function.Function;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** From words on the command line to values; what is unknown is named, with what is known. */
public final class Converters {

  private Converters() {}

  /** A benchmark by its label. */
  public static final class Kind extends Words<BenchmarkKind> {
    Kind() {
      super(BenchmarkKind.class);
    }
  }

  /** Several of them, with commas between; none at all where a subcommand has its turn. */
  static final class Kinds extends Several<BenchmarkKind> {
    Kinds() {
      super(new Kind()::convert);
    }

    @Override
    protected String spelledOut(String word) {
      return BenchmarkKind.spelledOut(word);
    }
  }

  /**
   * Values in one word, with commas between; they are added to those of earlier words.
   *
   * @param <T> what the values are
   */
  public abstract static class Several<T> implements IParameterConsumer {
    private final Function<String, T> conversion;

    /**
     * For values of a kind.
     *
     * @param conversion of one value
     */
    protected Several(Function<String, T> conversion) {
      this.conversion = conversion;
    }

    /** The words for which a word stands, with commas between. */
    protected String spelledOut(String word) {
      return word;
    }

    @Override
    public final void consumeParameters(Stack<String> words, ArgSpec into, CommandSpec command) {
      List<T> before = into.getValue();
      List<T> all = new ArrayList<>(before == null ? List.of() : before);
      try {
        for (String word : words.pop().split(",", -1)) {
          for (String one : spelledOut(word).split(",", -1)) {
            all.add(conversion.apply(one));
          }
        }
      } catch (TypeConversionException e) {
        throw new ParameterException(
            command.commandLine(), into.paramLabel() + " " + e.getMessage(), e);
      }
      into.setValue(all);
    }
  }

  /**
   * Constants by their labels; also the list of what there is.
   *
   * @param <E> what the constants are
   */
  public abstract static class Words<E extends Enum<E>>
      implements ITypeConverter<E>, Iterable<String> {
    private final Class<E> type;

    /** For all constants of a type. */
    protected Words(Class<E> type) {
      this.type = type;
    }

    @Override
    public final E convert(String word) {
      return explained(label -> Labels.find(type, label), word);
    }

    @Override
    public final Iterator<String> iterator() {
      return Labels.all(type).iterator();
    }
  }

  /** A size in bytes. */
  public static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
      return explained(Sizes::parse, word);
    }
  }

  /** A kind of memory. */
  public static final class Place extends Words<MessageMemoryKind> {
    Place() {
      super(MessageMemoryKind.class);
    }
  }

  /** Where messages lie. */
  public static final class Device extends Words<MemoryOption> {
    Device() {
      super(MemoryOption.class);
    }
  }

  /** Ranks that compute. */
  public static final class Ranks extends Words<Computing> {
    Ranks() {
      super(Computing.class);
    }
  }

  /** The columns of a table. */
  public static final class Columns extends Words<Table.Columns> {
    Columns() {
      super(Table.Columns.class);
    }
  }

  /** A predefined datatype. */
  public static final class Type extends Words<BasicDatatype> {
    Type() {
      super(BasicDatatype.class);
    }
  }

  /** A predefined reduction operator. */
  public static final class Operator implements ITypeConverter<ReductionOperator> {
    @Override
    public ReductionOperator convert(String word) {
      return explained(ReductionOperator::named, word);
    }
  }

  private static <T> T explained(Function<String, T> conversion, String word) {
    try {
      return conversion.apply(word);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
