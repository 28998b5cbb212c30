package io.starling.gpu.ptx;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A type of PTX, such as {@code .u32}; of registers, {@code .b32}, {@code .f32} and the like.
 *
 * @param kind {@code s} signed, {@code u} unsigned, {@code b} bits, {@code f} floating-point,
 *     {@code p} predicate
 * @param bits 1 for a predicate
 */
record PtxType(char kind, int bits) {

  static final PtxType PREDICATE = new PtxType('p', 1);
  static final PtxType B32 = new PtxType('b', 32);
  static final PtxType B64 = new PtxType('b', 64);

  private static final Pattern FORM = Pattern.compile("([sub])(8|16|32|64)|(f)(16|32|64)");

  /** The type of a name without its dot. */
  static PtxType of(String name) {
    if (name.equals("pred")) {
      return PREDICATE;
    }
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      throw new PtxFault("unknown type ." + name);
    }
    int group = form.group(1) == null ? 3 : 1;
    return new PtxType(form.group(group).charAt(0), Integer.parseInt(form.group(group + 1)));
  }

  int bytes() {
    return bits / Byte.SIZE;
  }

  long mask() {
    return -1L >>> (Long.SIZE - bits);
  }

  /** The lowest bits of a value, extended to 64 as the type has it. */
  long extend(long value) {
    int above = Long.SIZE - bits;
    return kind == 's' ? value << above >> above : value & mask();
  }

  /** Whether an instruction of that type may have a register of this one as operand. */
  boolean agreesWith(PtxType instruction) {
    return bits == instruction.bits && isCompatible(instruction);
  }

  /** The same for loads, stores and conversions, which take wider registers for integers. */
  boolean isAtLeast(PtxType instruction) {
    return agreesWith(instruction)
        || (bits > instruction.bits && kind == 'b' && instruction.kind != 'f' && bits != 1);
  }

  private boolean isCompatible(PtxType instruction) {
    return kind == instruction.kind
        || (kind != 'p' && instruction.kind != 'p' && (kind == 'b' || instruction.kind == 'b'));
  }

  @Override
  public String toString() {
    return kind == 'p' ? ".pred" : "." + kind + bits;
  }
}
