package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link Bfloat16} in vectors. */
final class Bfloat16Conversion implements HalfConversion {

  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private static final int FLOAT_INFINITY = 0x7F800000;
  private static final int QUIET = 0x400000;

  @Override
  public long width() {
    return SPECIES.vectorByteSize();
  }

  @Override
  public void widen(long halves, long floats, long bytes, int shift) {
    MemorySegment from = NativeFold.at(halves, bytes);
    MemorySegment to = NativeFold.at(floats, bytes);
    for (long offset = 0; offset < bytes; offset += SPECIES.vectorByteSize()) {
      IntVector.fromMemorySegment(SPECIES, from, offset, ORDER)
          .lanewise(VectorOperators.LSHR, shift)
          .lanewise(VectorOperators.LSHL, Short.SIZE)
          .intoMemorySegment(to, offset, ORDER);
    }
  }

  @Override
  public void narrow(long floats, long halves, long bytes, int shift) {
    MemorySegment from = NativeFold.at(floats, bytes);
    MemorySegment to = NativeFold.at(halves, bytes);
    int kept = shift == 0 ? 0 : 0xFFFF;
    for (long offset = 0; offset < bytes; offset += SPECIES.vectorByteSize()) {
      IntVector bits = IntVector.fromMemorySegment(SPECIES, from, offset, ORDER);
      IntVector odd = bits.lanewise(VectorOperators.LSHR, Short.SIZE).and(1);
      IntVector magnitude = bits.and(Integer.MAX_VALUE);
      bits.add(odd)
          .add(0x7FFF)
          .blend(bits.or(QUIET), magnitude.compare(VectorOperators.GT, FLOAT_INFINITY))
          .lanewise(VectorOperators.LSHR, Short.SIZE)
          .lanewise(VectorOperators.LSHL, shift)
          .or(IntVector.fromMemorySegment(SPECIES, to, offset, ORDER).and(kept))
          .intoMemorySegment(to, offset, ORDER);
    }
  }
}
