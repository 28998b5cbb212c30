package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Elements that are random, equal, zero, or among those that break things. */
final class SampleData {

  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    65504.0,
    65519.999,
    Math.PI
  };

  private SampleData() {}

  static byte[] of(BasicDatatype type, int count, Random random) {
    ByteBuffer data =
        ByteBuffer.allocate(Math.multiplyExact(count, (int) type.extent()))
            .order(ByteOrder.nativeOrder());
    random.nextBytes(data.array());
    int half = (int) type.extent() / 2;
    for (int at = 0; at < data.capacity(); at += (int) type.extent()) {
      if (random.nextInt(3) == 0) {
        continue;
      }
      double special = SPECIAL[random.nextInt(SPECIAL.length)];
      int small = random.nextInt(-2, 3);
      switch (type) {
        case INT8, UINT8 -> data.put(at, (byte) small);
        case INT16 -> data.putShort(at, (short) small);
        case INT32 -> data.putInt(at, small);
        case INT64 -> data.putLong(at, small);
        case FLOAT16 -> data.putShort(at, ReferenceReduction.half(special, 10));
        case BFLOAT16 -> data.putShort(at, ReferenceReduction.half(special, 7));
        case FLOAT32, FLOAT32_INDEX -> data.putFloat(at, (float) special);
        case FLOAT64, FLOAT64_INDEX -> data.putDouble(at, special);
        case COMPLEX64 -> data.putFloat(at, (float) special).putFloat(at + half, small);
        case COMPLEX128 -> data.putDouble(at, small).putDouble(at + half, special);
        case INT32_INDEX -> data.putInt(at, small);
        case INT64_INDEX -> data.putLong(at, small);
      }
    }
    return data.array();
  }
}
