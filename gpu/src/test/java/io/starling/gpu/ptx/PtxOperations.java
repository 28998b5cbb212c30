package io.starling.gpu.ptx;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The instructions that compute, by their whole opcodes, as the PTX ISA has them. An opcode that is
 * not here, or has a modifier that is not, is refused.
 */
final class PtxOperations {

  private static final Map<String, PtxOperation> ALL = new PtxOperations().operations;

  private final Map<String, PtxOperation> operations = new HashMap<>();

  private PtxOperations() {
    for (int bits : new int[] {16, 32, 64}) {
      integers(new PtxType('s', bits));
      integers(new PtxType('u', bits));
      bits(new PtxType('b', bits));
      common(new PtxType('s', bits));
      common(new PtxType('u', bits));
      common(new PtxType('b', bits));
      same("neg", new PtxType('s', bits), 1, (a, _, _, _) -> -a);
    }
    wideProducts();
    bytesAndFields();
    predicates();
    floats(new PtxType('f', 32), new Singles());
    floats(new PtxType('f', 64), new Doubles());
    conversions();
    same("cvta.to.global", new PtxType('u', 64), 1, (a, _, _, _) -> a);
  }

  /**
   * The operation of an opcode.
   *
   * @throws PtxFault if it is not known
   */
  static PtxOperation of(String opcode) {
    PtxOperation operation = ALL.get(opcode);
    if (operation == null) {
      throw new PtxFault("unknown instruction " + opcode);
    }
    return operation;
  }

  private void integers(PtxType type) {
    boolean signed = type.kind() == 's';
    same("add", type, 2, (a, b, _, _) -> a + b);
    same("sub", type, 2, (a, b, _, _) -> a - b);
    same("mul.lo", type, 2, (a, b, _, _) -> a * b);
    same("min", type, 2, (a, b, _, _) -> compare(type, a, b) < 0 ? a : b);
    same("max", type, 2, (a, b, _, _) -> compare(type, a, b) > 0 ? a : b);
    compares("eq", type, (a, b, _, _) -> truth(a == b));
    compares("ne", type, (a, b, _, _) -> truth(a != b));
    compares("lt", type, (a, b, _, _) -> truth(compare(type, a, b) < 0));
    compares("le", type, (a, b, _, _) -> truth(compare(type, a, b) <= 0));
    compares("gt", type, (a, b, _, _) -> truth(compare(type, a, b) > 0));
    compares("ge", type, (a, b, _, _) -> truth(compare(type, a, b) >= 0));
    long greatest = signed ? type.bits() - 1 : Long.SIZE;
    shifts(
        "shr",
        type,
        (a, b, _, _) -> {
          long amount = Math.min(b, greatest);
          return signed ? type.extend(a) >> amount : amount == Long.SIZE ? 0 : a >>> amount;
        });
  }

  private static int compare(PtxType type, long a, long b) {
    return type.kind() == 's'
        ? Long.compare(type.extend(a), type.extend(b))
        : Long.compareUnsigned(a, b);
  }

  private void bits(PtxType type) {
    same("and", type, 2, (a, b, _, _) -> a & b);
    same("or", type, 2, (a, b, _, _) -> a | b);
    same("xor", type, 2, (a, b, _, _) -> a ^ b);
    same("not", type, 1, (a, _, _, _) -> ~a);
    compares("eq", type, (a, b, _, _) -> truth(a == b));
    compares("ne", type, (a, b, _, _) -> truth(a != b));
    shifts("shl", type, (a, b, _, _) -> b < type.bits() ? a << b : 0);
  }

  /** What only moves bits. */
  private void common(PtxType type) {
    same("mov", type, 1, (a, _, _, _) -> a);
    add(
        "selp" + type,
        type,
        List.of(type, type, PtxType.PREDICATE),
        (a, b, c, _) -> c != 0 ? a : b);
  }

  private void wideProducts() {
    for (int bits : new int[] {16, 32}) {
      for (char kind : new char[] {'s', 'u'}) {
        PtxType type = new PtxType(kind, bits);
        add(
            "mul.wide" + type,
            new PtxType(kind, 2 * bits),
            List.of(type, type),
            (a, b, _, _) -> type.extend(a) * type.extend(b));
      }
    }
  }

  private void bytesAndFields() {
    same("prmt", PtxType.B32, 3, (a, b, c, _) -> permute((b << Integer.SIZE) | a, c));
    for (PtxType type : List.of(PtxType.B32, PtxType.B64)) {
      add(
          "bfi" + type,
          type,
          List.of(type, type, PtxType.B32, PtxType.B32),
          (a, b, c, d) -> insert(type.bits(), a, b, c & 0xFF, d & 0xFF));
    }
  }

  /** Four bytes of eight; the highest bit of a selector asks for eight times the byte's sign. */
  private static long permute(long bytes, long selectors) {
    long result = 0;
    for (int place = 0; place < Integer.BYTES; place++) {
      long selector = (selectors >>> (4 * place)) & 0xF;
      long selected = (bytes >>> (Byte.SIZE * (selector & 7))) & 0xFF;
      if (selector >= 8) {
        selected = selected >= 0x80 ? 0xFF : 0;
      }
      result |= selected << (Byte.SIZE * place);
    }
    return result;
  }

  /** A field of the lowest bits replaces those from a position on; what is above is dropped. */
  private static long insert(int bits, long field, long into, long position, long length) {
    long fits = Math.min(length, bits - position);
    if (fits <= 0) {
      return into;
    }
    long mask = (-1L >>> (Long.SIZE - fits)) << position;
    return (into & ~mask) | ((field << position) & mask);
  }

  private void predicates() {
    PtxType type = PtxType.PREDICATE;
    same("mov", type, 1, (a, _, _, _) -> a);
    same("and", type, 2, (a, b, _, _) -> a & b);
    same("or", type, 2, (a, b, _, _) -> a | b);
    same("xor", type, 2, (a, b, _, _) -> a ^ b);
    same("not", type, 1, (a, _, _, _) -> 1 - a);
  }

  /** Rounded to nearest even, subnormals kept: there is no {@code .ftz}. */
  private void floats(PtxType type, Floating numbers) {
    common(type);
    same("add.rn", type, 2, (a, b, _, _) -> numbers.sum(a, b));
    same("sub.rn", type, 2, (a, b, _, _) -> numbers.difference(a, b));
    same("mul.rn", type, 2, (a, b, _, _) -> numbers.product(a, b));
    compares("eq", type, (a, b, _, _) -> truth(numbers.of(a) == numbers.of(b)));
    compares("lt", type, (a, b, _, _) -> truth(numbers.of(a) < numbers.of(b)));
    compares("le", type, (a, b, _, _) -> truth(numbers.of(a) <= numbers.of(b)));
    compares("gt", type, (a, b, _, _) -> truth(numbers.of(a) > numbers.of(b)));
    compares("ge", type, (a, b, _, _) -> truth(numbers.of(a) >= numbers.of(b)));
    compares("neu", type, (a, b, _, _) -> truth(numbers.of(a) != numbers.of(b)));
    compares("num", type, (a, b, _, _) -> truth(!numbers.isNanAmong(a, b)));
    compares("nan", type, (a, b, _, _) -> truth(numbers.isNanAmong(a, b)));
  }

  /** Between integers, the source's lowest bits are extended, and cut to what the result has. */
  private void conversions() {
    for (String to : new String[] {"s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"}) {
      for (String from : new String[] {"s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"}) {
        PtxType result = PtxType.of(to);
        PtxType source = PtxType.of(from);
        operations.put(
            "cvt." + to + "." + from,
            new PtxOperation(
                result, List.of(source), true, (a, _, _, _) -> result.extend(source.extend(a))));
      }
    }
    PtxType half = new PtxType('f', 16);
    PtxType single = new PtxType('f', 32);
    add("cvt.f32.f16", single, List.of(half), (a, _, _, _) -> Float16Bits.toSingle(a));
    add("cvt.rn.f16.f32", half, List.of(single), (a, _, _, _) -> Float16Bits.fromSingle(a));
  }

  private void shifts(String name, PtxType type, PtxOperation.Function function) {
    add(name + type, type, List.of(type, PtxType.B32), function);
  }

  private void compares(String how, PtxType type, PtxOperation.Function function) {
    add("setp." + how + type, PtxType.PREDICATE, List.of(type, type), function);
  }

  private void same(String name, PtxType type, int sources, PtxOperation.Function function) {
    add(name + type, type, Collections.nCopies(sources, type), function);
  }

  private void add(
      String opcode, PtxType result, List<PtxType> sources, PtxOperation.Function function) {
    operations.put(opcode, new PtxOperation(result, sources, false, function));
  }

  private static long truth(boolean value) {
    return value ? 1 : 0;
  }
}
