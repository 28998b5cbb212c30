package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class VectorAndPlainFoldTest {

  @Property(tries = 300)
  void bothGiveTheSameResult(
      @ForAll PredefinedOperation operation,
      @ForAll BasicDatatype type,
      @ForAll @IntRange(max = 3000) int count,
      @ForAll long seed) {
    Assume.that(operation.appliesTo(type.kind()));
    Random random = new Random(seed);
    byte[] left = SampleData.of(type, count, random);
    byte[] right = SampleData.of(type, count, random);

    byte[] vector = fold(PredefinedFolds.vector(operation, type), left, right);
    byte[] plain = fold(PredefinedFolds.plain(operation, type), left, right);

    assertThat(vector).hasSameSizeAs(plain);
    PredefinedFoldTest.assertSame(operation, type, left, right, plain, vector);
  }

  private static byte[] fold(Fold fold, byte[] left, byte[] right) {
    byte[] into = new byte[left.length];
    fold.fold(
        MemorySegment.ofArray(left),
        0,
        MemorySegment.ofArray(right),
        0,
        MemorySegment.ofArray(into),
        0,
        left.length);
    return into;
  }
}
