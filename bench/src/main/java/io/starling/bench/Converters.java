package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Memory;
import io.starling.bench.micro.Sizes;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.ReductionOperator;
import io.starling.runtime.reduction.ReductionOperators;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** From words on the command line to values; what is unknown is named, with what is known. */
final class Converters {

  private Converters() {}

  /** A benchmark by its label. */
  static final class Kind implements ITypeConverter<BenchmarkKind> {
    @Override
    public BenchmarkKind convert(String word) {
      return explained(BenchmarkKind::named, word);
    }
  }

  /** A size in bytes. */
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
      return explained(Sizes::parse, word);
    }
  }

  /** A predefined datatype in lower case. */
  static final class Type implements ITypeConverter<BasicDatatype> {
    @Override
    public BasicDatatype convert(String word) {
      return Arrays.stream(BasicDatatype.values())
          .filter(type -> label(type).equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "there is no datatype '%s', only %s"
                          .formatted(
                              word,
                              Arrays.stream(BasicDatatype.values())
                                  .map(Type::label)
                                  .collect(Collectors.joining(", ")))));
    }

    private static String label(BasicDatatype type) {
      return type.name().toLowerCase(Locale.ROOT);
    }
  }

  /** A predefined reduction operator. */
  static final class Operator implements ITypeConverter<ReductionOperator> {
    @Override
    public ReductionOperator convert(String word) {
      return explained(ReductionOperators::named, word);
    }
  }

  /** Where messages lie. */
  static final class Place implements ITypeConverter<Memory> {
    @Override
    public Memory convert(String word) {
      return explained(Memory::named, word);
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
