package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.reduction.PredefinedFold;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Kernels with one mistake each: what tests the kernels finds it, and says what it is. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PtxMachineTest {

  private static final long SEED = 1;
  private static final String WRONG = "first wrong byte";

  /** A mistake: in a kernel, the first match of an expression is replaced. */
  record Mistake(String kernel, String expression, String replacement, String complaint) {

    String in(String ptx) {
      return Pattern.compile(expression).matcher(ptx).replaceFirst(replacement);
    }
  }

  static final List<Mistake> MISTAKES =
      List.of(
          // Operations and operands.
          new Mistake("max_int32", "max\\.s32", "min.s32", WRONG),
          new Mistake("max_int8", "ld\\.global\\.s8", "ld.global.u8", WRONG),
          new Mistake("max_uint8", "setp\\.gt\\.u16|max\\.u16", "min.u16", WRONG),
          new Mistake("min_float32", "setp\\.nan", "setp.num", WRONG),
          new Mistake("max_float64", "setp\\.gt\\.f64", "setp.ge.f64", WRONG),
          new Mistake("sum_bfloat16", ", 32767;", ", 32768;", WRONG),
          new Mistake("sum_int8", ", 16912;", ", 16908;", WRONG),
          new Mistake(
              "prod_complex64",
              "sub\\.rn\\.f32\\s+(\\S+), (\\S+), (\\S+);",
              "sub.rn.f32 $1, $3, $2;",
              WRONG),
          new Mistake("maxloc_float32_index", "shr\\.s32", "shr.u32", WRONG),
          // Which thread does what.
          new Mistake(
              "sum_int32",
              "(mul\\.wide\\.u32 .*), 256;",
              "$1, 255;",
              "after thread 255 has written it"),
          new Mistake(
              "sum_int16",
              "(%ctaid\\.x(?s:.*?)%nctaid\\.x;(?s:.*?)mul\\.wide\\.u32 .*), 256;",
              "$1, 512;",
              "was not written"),
          // Memory.
          new Mistake("max_int8", "setp\\.lt\\.u64", "setp.le.u64", "is outside of the operands"),
          new Mistake("sum_int64", "(and\\.b64 .*), 15;", "$1, 7;", "is misaligned"),
          new Mistake("sum_float32", "(ld\\.global\\.v4.*)\\+4096", "$1+8192", ""),
          new Mistake(
              "sum_float64",
              "(st\\.global\\.v2.*)\\+4096",
              "$1",
              "after thread \\d+ has written it"),
          new Mistake("band_int32", "(st\\.global.*\\[)(%rd\\d+)(\\+\\d+)?]", "$1$2+16]", ""),
          new Mistake(
              "maxloc_float64_index",
              "st\\.global\\.u32\\s+(\\[%rd\\d+\\+8]), (%r\\d+);",
              "st.global.v2.u32 $1, {$2, $2};",
              "was written, which is padding"),
          new Mistake("max_int32", "\\tld\\.global\\.u32 .*\\n", "", "may not have been written"));

  @ParameterizedTest
  @FieldSource("MISTAKES")
  void a_kernel_with_a_mistake_fails(Mistake mistake) {
    PredefinedFold fold = fold(mistake.kernel());
    String right = FoldKernels.ptx(fold);
    String wrong = mistake.in(right);

    assertThat(wrong.equals(right)).as("the mistake is not there").isFalse();
    assertThatThrownBy(() -> check(fold, wrong)).hasMessageFindingMatch(mistake.complaint());
  }

  @Test
  void an_offset_of_32_bits_is_too_short_for_4_gib() {
    PredefinedFold fold = fold("bxor_int32");
    long bytes = 1L << 33;
    Mistake mistake =
        new Mistake(
            "bxor_int32",
            "(shl\\.b64 \\t(%rd\\d+), .*, 4;)",
            "$1\nand.b64 $2, $2, 4294967295;",
            "");
    HugeOperands right = new HugeOperands(0, 0, bytes);
    HugeOperands wrong = new HugeOperands(0, 0, bytes);

    new PtxKernels(FoldKernels.ptx(fold)).launchBlock(fold, 0, 4000, right);
    new PtxKernels(mistake.in(FoldKernels.ptx(fold))).launchBlock(fold, 0, 4000, wrong);

    assertThat(right.highest()).isGreaterThan(1L << 32);
    assertThat(wrong.highest()).isLessThanOrEqualTo(1L << 32);
  }

  private static PredefinedFold fold(String kernel) {
    return FoldKernels.all().stream()
        .filter(any -> FoldKernels.name(any).equals(kernel))
        .findFirst()
        .orElseThrow();
  }

  private static void check(PredefinedFold fold, String ptx) {
    PtxKernels kernels = new PtxKernels(ptx);
    FoldCase.checkEveryAlignmentOnce(fold, kernels, new SplittableRandom(SEED));
    FoldCase.checkManyTiles(fold, kernels, new SplittableRandom(SEED));
  }
}
