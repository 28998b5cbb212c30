package io.starling.bench.soak;

import io.starling.runtime.datatype.BasicDatatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What MPI's operators compute, element by element, written apart from Starling's folds. */
final class PredefinedModel {

  private PredefinedModel() {}

  /** {@code left = left op right}. */
  static void fold(String operator, BasicDatatype type, byte[] left, byte[] right) {
    ByteBuffer into = ByteBuffer.wrap(left).order(ByteOrder.nativeOrder());
    ByteBuffer from = ByteBuffer.wrap(right).order(ByteOrder.nativeOrder());
    int size = (int) type.size();
    for (int at = 0; at < left.length; at += size) {
      into.position(at);
      switch (type.kind()) {
        case INTEGER ->
            NumberAccess.putInteger(
                into,
                type,
                integer(
                    operator,
                    NumberAccess.integer(into, type, at),
                    NumberAccess.integer(from, type, at)));
        case FLOATING ->
            NumberAccess.putFloating(
                into,
                type,
                floating(
                    operator,
                    NumberAccess.floating(into, type, at),
                    NumberAccess.floating(from, type, at)));
        case COMPLEX -> complex(operator, type, into, from, at);
        case VALUE_INDEX -> location(operator, type, into, from, at);
      }
    }
  }

  private static long integer(String operator, long left, long right) {
    return switch (operator) {
      case "max" -> Math.max(left, right);
      case "min" -> Math.min(left, right);
      case "sum" -> left + right;
      case "prod" -> left * right;
      case "land" -> left != 0 && right != 0 ? 1 : 0;
      case "lor" -> left != 0 || right != 0 ? 1 : 0;
      case "lxor" -> (left != 0) != (right != 0) ? 1 : 0;
      case "band" -> left & right;
      case "bor" -> left | right;
      case "bxor" -> left ^ right;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static double floating(String operator, double left, double right) {
    return switch (operator) {
      case "max" -> Math.max(left, right);
      case "min" -> Math.min(left, right);
      case "sum" -> left + right;
      case "prod" -> left * right;
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static void complex(
      String operator, BasicDatatype type, ByteBuffer into, ByteBuffer from, int at) {
    BasicDatatype part =
        type == BasicDatatype.COMPLEX64 ? BasicDatatype.FLOAT32 : BasicDatatype.FLOAT64;
    int next = at + (int) part.size();
    double a = NumberAccess.floating(into, part, at);
    double b = NumberAccess.floating(into, part, next);
    double c = NumberAccess.floating(from, part, at);
    double d = NumberAccess.floating(from, part, next);
    boolean isSum = operator.equals("sum");
    NumberAccess.putFloating(into, part, isSum ? a + c : a * c - b * d);
    NumberAccess.putFloating(into, part, isSum ? b + d : a * d + b * c);
  }

  /** The better value; of equal ones the lower index. Padding stays. */
  private static void location(
      String operator, BasicDatatype type, ByteBuffer into, ByteBuffer from, int at) {
    int index =
        at
            + switch (type) {
              case INT32_INDEX, FLOAT32_INDEX -> Integer.BYTES;
              default -> Long.BYTES;
            };
    double left = value(type, into, at);
    double right = value(type, from, at);
    boolean isBetter = operator.equals("maxloc") ? right > left : right < left;
    if (isBetter || (right == left && from.getInt(index) < into.getInt(index))) {
      for (int i = at; i < index + Integer.BYTES; i++) {
        into.put(i, from.get(i));
      }
    }
  }

  private static double value(BasicDatatype type, ByteBuffer from, int at) {
    return switch (type) {
      case INT32_INDEX -> from.getInt(at);
      case INT64_INDEX -> from.getLong(at);
      case FLOAT32_INDEX -> from.getFloat(at);
      default -> from.getDouble(at);
    };
  }
}
