package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Computing;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.micro.Sizes;
import io.starling.bench.report.Table;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  /** A benchmark by its label; also the list of what there is. */
  public static final class Kind implements ITypeConverter<BenchmarkKind>, Iterable<String> {
    @Override
    public BenchmarkKind convert(String word) {
      return explained(BenchmarkKind::named, word);
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(BenchmarkKind.values()).map(BenchmarkKind::label).iterator();
    }
  }

  /** Several of them, with commas between; none at all where a subcommand has its turn. */
  static final class Kinds extends Several<BenchmarkKind> {
    Kinds() {
      super(new Kind()::convert);
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

    @Override
    public final void consumeParameters(Stack<String> words, ArgSpec into, CommandSpec command) {
      List<T> before = into.getValue();
      List<T> all = new ArrayList<>(before == null ? List.of() : before);
      try {
        for (String word : words.pop().split(",", -1)) {
          all.add(conversion.apply(word));
        }
      } catch (TypeConversionException e) {
        throw new ParameterException(
            command.commandLine(), into.paramLabel() + " " + e.getMessage(), e);
      }
      into.setValue(all);
    }
  }

  /**
   * Values by their labels; also the list of what there is.
   *
   * @param <T> what the values are
   */
  public abstract static class Words<T> implements ITypeConverter<T>, Iterable<String> {
    private final Map<String, T> values = new LinkedHashMap<>();

    /**
     * For values of a kind.
     *
     * @param all of them
     * @param label of one
     */
    protected Words(T[] all, Function<T, String> label) {
      Arrays.stream(all).forEach(value -> values.put(label.apply(value), value));
    }

    @Override
    public final T convert(String word) {
      T value = values.get(word);
      if (value == null) {
        throw new TypeConversionException(
            "must be one of %s, not '%s'".formatted(String.join(", ", values.keySet()), word));
      }
      return value;
    }

    @Override
    public final Iterator<String> iterator() {
      return List.copyOf(values.keySet()).iterator();
    }
  }

  /** A size in bytes. */
  public static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
      return explained(Sizes::parse, word);
    }
  }

  /** A kind of memory; also the list of what there is. */
  public static final class Place implements ITypeConverter<MessageMemoryKind>, Iterable<String> {
    @Override
    public MessageMemoryKind convert(String word) {
      return explained(MessageMemoryKind::named, word);
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(MessageMemoryKind.values()).map(MessageMemoryKind::label).iterator();
    }
  }

  /** Where messages lie; also the list of what there is. */
  public static final class Device implements ITypeConverter<MemoryOption>, Iterable<String> {
    @Override
    public MemoryOption convert(String word) {
      return explained(MemoryOption::named, word);
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(MemoryOption.values()).map(MemoryOption::label).iterator();
    }
  }

  /** Ranks that compute; also the list of what there is. */
  public static final class Ranks implements ITypeConverter<Computing>, Iterable<String> {
    @Override
    public Computing convert(String word) {
      return explained(Computing::named, word);
    }

    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Computing.values()).map(Computing::label).iterator();
    }
  }

  /** The columns of a table. */
  static final class Columns extends Words<Table.Columns> {
    Columns() {
      super(Table.Columns.values(), Table.Columns::label);
    }
  }

  /** A predefined datatype in lower case. */
  public static final class Type extends Words<BasicDatatype> {
    /** For all of them. */
    public Type() {
      super(BasicDatatype.values(), type -> type.name().toLowerCase(Locale.ROOT));
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
