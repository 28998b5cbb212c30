package io.starling.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.FoldingOperator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionOperatorTest {

  private static final String INTEGERS = "INT8 UINT8 INT16 INT32 INT64";
  private static final String FLOATING = "FLOAT16 BFLOAT16 FLOAT32 FLOAT64";
  private static final String COMPLEX = "COMPLEX64 COMPLEX128";
  private static final String PAIRS = "INT32_INDEX INT64_INDEX FLOAT32_INDEX FLOAT64_INDEX";

  @ParameterizedTest
  @CsvSource({
    "max, " + INTEGERS + " " + FLOATING,
    "min, " + INTEGERS + " " + FLOATING,
    "sum, " + INTEGERS + " " + FLOATING + " " + COMPLEX,
    "prod, " + INTEGERS + " " + FLOATING + " " + COMPLEX,
    "land, " + INTEGERS,
    "lor, " + INTEGERS,
    "lxor, " + INTEGERS,
    "band, " + INTEGERS,
    "bor, " + INTEGERS,
    "bxor, " + INTEGERS,
    "maxloc, " + PAIRS,
    "minloc, " + PAIRS
  })
  void applyToTheTypesThatMpiLists(String name, String types) {
    ReductionOperator operator = ReductionOperator.named(name);

    assertThat(operator.name()).isEqualTo(name);
    assertThat(operator.commutative()).isTrue();
    assertThat(Arrays.stream(BasicDatatype.values()).filter(operator::supports).map(Enum::name))
        .containsExactly(types.split(" "));
  }

  @ParameterizedTest
  @MethodSource("io.starling.runtime.ReductionOperator#predefined")
  void refuseOtherTypesNamingBoth(ReductionOperator operator) {
    for (BasicDatatype type : BasicDatatype.values()) {
      if (!operator.supports(type)) {
        assertThatThrownBy(() -> FoldingOperator.of(operator).fold(type))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(operator.name())
            .hasMessageContaining(type.name());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SUM", "product", "replace", "no_op"})
  void areNotFoundUnderOtherNames(String name) {
    assertThatThrownBy(() -> ReductionOperator.named(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("max, min, sum, prod, land, band, lor, bor, lxor, bxor");
  }

  @Test
  void keepOneFoldPerType() {
    assertThat(FoldingOperator.of(ReductionOperator.SUM).fold(BasicDatatype.INT32))
        .isSameAs(FoldingOperator.of(ReductionOperator.named("sum")).fold(BasicDatatype.INT32))
        .isNotSameAs(FoldingOperator.of(ReductionOperator.MAX).fold(BasicDatatype.INT32));
  }
}
