package io.starling.gpu.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Instructions against what the PTX ISA says of them, and against the JDK. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PtxOperationsTest {

  private static long compute(String opcode, long... sources) {
    PtxOperation operation = PtxOperations.of(opcode);
    long[] all = Arrays.copyOf(sources, 4);
    return operation.function().of(all[0], all[1], all[2], all[3]) & operation.result().mask();
  }

  private static long single(float value) {
    return Integer.toUnsignedLong(Float.floatToRawIntBits(value));
  }

  @Test
  void bytes_are_permuted_and_signs_replicated() {
    assertThat(compute("prmt.b32", 0x03020100, 0x07060504, 0x7531)).isEqualTo(0x07050301);
    assertThat(compute("prmt.b32", 0x80, 0x7F, 0xC8C8)).isEqualTo(0x00FF00FF);
    assertThat(compute("prmt.b32", 0x11223344, 0xAABBCCDDL, 30212)).isEqualTo(0xAABB44DDL);
  }

  @Test
  void a_field_is_inserted_and_cut_at_the_top() {
    assertThat(compute("bfi.b32", 0xAB, 0x11111111, 8, 8)).isEqualTo(0x1111AB11);
    assertThat(compute("bfi.b32", 0xFFFF, 0, 24, 16)).isEqualTo(0xFF000000L);
    assertThat(compute("bfi.b32", 0xFF, 0x12345678, 32, 8)).isEqualTo(0x12345678);
    assertThat(compute("bfi.b32", 0xFF, 0x12345678, 0, 0)).isEqualTo(0x12345678);
    assertThat(compute("bfi.b64", -1, 0x123, 0, 64)).isEqualTo(-1);
    assertThat(compute("bfi.b64", 1, 0, 63, 1)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void shifts_of_the_width_and_more_leave_zeros_or_signs() {
    assertThat(compute("shl.b32", 1, 31)).isEqualTo(0x80000000L);
    assertThat(compute("shl.b32", 1, 32)).isZero();
    assertThat(compute("shl.b64", 1, 64)).isZero();
    assertThat(compute("shl.b64", 1, 0xFFFFFFFFL)).isZero();
    assertThat(compute("shr.u16", 0x8000, 15)).isEqualTo(1);
    assertThat(compute("shr.u32", 0x80000000L, 32)).isZero();
    assertThat(compute("shr.u64", -1, 63)).isEqualTo(1);
    assertThat(compute("shr.u64", -1, 64)).isZero();
    assertThat(compute("shr.s32", 0x80000000L, 31)).isEqualTo(0xFFFFFFFFL);
    assertThat(compute("shr.s32", 0x80000000L, 1000)).isEqualTo(0xFFFFFFFFL);
    assertThat(compute("shr.s64", 4, 64)).isZero();
  }

  @Test
  void integers_compare_as_signed_or_unsigned_of_their_width() {
    assertThat(compute("max.s16", 0xFFFF, 1)).isEqualTo(1);
    assertThat(compute("max.u16", 0xFFFF, 1)).isEqualTo(0xFFFF);
    assertThat(compute("min.u64", -1, 1)).isEqualTo(1);
    assertThat(compute("min.s64", -1, 1)).isEqualTo(-1);
    assertThat(compute("setp.lt.s32", 0x80000000L, 0)).isEqualTo(1);
    assertThat(compute("setp.lt.u32", 0x80000000L, 0)).isZero();
    assertThat(compute("setp.ge.u64", -1, 1)).isEqualTo(1);
  }

  @Test
  void products_are_cut_or_twice_as_wide() {
    assertThat(compute("mul.lo.s16", 0xFFFF, 0xFFFF)).isEqualTo(1);
    assertThat(compute("mul.lo.s32", 0x10001, 0x10001)).isEqualTo(0x20001);
    assertThat(compute("mul.wide.u32", 0xFFFFFFFFL, 256)).isEqualTo(0xFFFFFFFF00L);
    assertThat(compute("mul.wide.s32", 0xFFFFFFFFL, 256)).isEqualTo(-256);
  }

  @Test
  void integers_convert_from_their_lowest_bits() {
    assertThat(compute("cvt.s16.s8", 0x12FF)).isEqualTo(0xFFFF);
    assertThat(compute("cvt.s16.s8", 0x127F)).isEqualTo(0x7F);
    assertThat(compute("cvt.u16.u32", 0x12345678)).isEqualTo(0x5678);
    assertThat(compute("cvt.u64.u32", 0xFFFFFFFFL)).isEqualTo(0xFFFFFFFFL);
    assertThat(compute("cvt.u32.u64", 0x1234567890L)).isEqualTo(0x34567890);
  }

  @Test
  void comparisons_with_a_nan_are_false_but_for_those_that_ask_for_it() {
    long nan = single(Float.NaN);
    long one = single(1);
    for (String comparison : new String[] {"eq", "lt", "le", "gt", "ge", "num"}) {
      assertThat(compute("setp." + comparison + ".f32", nan, one)).as(comparison).isZero();
      assertThat(compute("setp." + comparison + ".f32", one, nan)).as(comparison).isZero();
    }
    assertThat(compute("setp.nan.f32", one, nan)).isEqualTo(1);
    assertThat(compute("setp.neu.f32", nan, nan)).isEqualTo(1);
    assertThat(compute("setp.nan.f32", one, one)).isZero();
  }

  @Test
  void zeros_of_both_signs_are_equal_and_subnormals_are_kept() {
    assertThat(compute("setp.eq.f32", single(0), single(-0.0f))).isEqualTo(1);
    assertThat(compute("setp.lt.f32", single(-0.0f), single(0))).isZero();
    assertThat(compute("add.rn.f32", 1, 1)).isEqualTo(2);
    assertThat(compute("mul.rn.f32", 3, single(0.5f))).as("ties to even").isEqualTo(2);
    assertThat(compute("setp.gt.f64", 1, 0)).isEqualTo(1);
    assertThat(compute("sub.rn.f64", 3, 1)).isEqualTo(2);
  }

  @Test
  void a_result_that_is_no_number_has_all_bits_set() {
    long infinity = single(Float.POSITIVE_INFINITY);
    assertThat(compute("sub.rn.f32", infinity, infinity)).isEqualTo(0x7FFFFFFF);
    assertThat(compute("mul.rn.f64", 0x7FF0000000000000L, 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(compute("cvt.rn.f16.f32", single(Float.NaN))).isEqualTo(0x7FFF);
    assertThat(compute("cvt.f32.f16", 0xFC01)).isEqualTo(0x7FFFFFFF);
  }

  @Test
  void every_float16_converts_as_in_the_jdk() {
    for (int bits = 0; bits < 1 << Short.SIZE; bits++) {
      float value = Float.float16ToFloat((short) bits);
      if (!Float.isNaN(value)) {
        assertThat(compute("cvt.f32.f16", bits)).isEqualTo(single(value));
        assertThat(compute("cvt.rn.f16.f32", single(value))).isEqualTo(bits);
      }
    }
  }

  @Test
  void what_is_around_the_middle_of_two_float16_rounds_as_in_the_jdk() {
    for (int bits = 0; bits < 0x7C00; bits++) {
      float low = Float.float16ToFloat((short) bits);
      float high = bits == 0x7BFF ? 65536 : Float.float16ToFloat((short) (bits + 1));
      float middle = (low + high) / 2;
      for (float value : new float[] {Math.nextDown(middle), middle, Math.nextUp(middle)}) {
        for (float signed : new float[] {value, -value}) {
          assertThat(compute("cvt.rn.f16.f32", single(signed)))
              .isEqualTo(Float.floatToFloat16(signed) & 0xFFFF);
        }
      }
    }
    assertThat(compute("cvt.rn.f16.f32", single(Float.MAX_VALUE))).isEqualTo(0x7C00);
    assertThat(compute("cvt.rn.f16.f32", single(-Float.MIN_VALUE))).isEqualTo(0x8000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "add.sat.s32",
        "add.f32",
        "add.rn.ftz.f32",
        "setp.lt.ftz.f32",
        "fma.rn.f32",
        "cvt.rz.f16.f32",
        "cvt.sat.s8.s32",
        "max.f32",
        "setp.lt.b32",
        "shr.b32",
        "and.u32",
        "prmt.b32.f4e",
        "ld.volatile.global.u32",
        "ld.shared.u32",
        "atom.global.add.u32",
        "bar.sync"
      })
  void what_is_not_known_is_refused(String opcode) {
    assertThatThrownBy(() -> PtxOperations.of(opcode))
        .isInstanceOf(PtxFault.class)
        .hasMessage("unknown instruction " + opcode);
  }
}
