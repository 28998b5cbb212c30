package io.starling.gpu.ptx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the operands of a kernel name: registers, special registers, parameters and constants, each
 * with its number and type. A block of threads has an array, a row, for each.
 */
final class PtxRows {

  /** Special registers, as the first rows. */
  static final int THREAD = 0;

  static final int BLOCK = 1;
  static final int BLOCKS = 2;
  static final int BLOCK_THREADS = 3;

  private static final List<String> SPECIAL = List.of("%tid.x", "%ctaid.x", "%nctaid.x", "%ntid.x");

  private final Map<String, Integer> named = new HashMap<>();
  private final List<PtxType> types = new ArrayList<>();
  private final List<Integer> parameters = new ArrayList<>();
  private final Map<Integer, Long> constants = new HashMap<>();
  private final Map<Long, Integer> constantRows = new HashMap<>();
  private final List<Integer> registers = new ArrayList<>();

  PtxRows() {
    SPECIAL.forEach(name -> add(name, PtxType.B32));
  }

  /** Rows as a list. */
  static List<Integer> list(int... rows) {
    return Arrays.stream(rows).boxed().toList();
  }

  void declareParameter(String name) {
    parameters.add(add(name, PtxType.B64));
  }

  /** Declares registers of a name followed by 0 to one less than the count. */
  void declareRegisters(String prefix, int count, PtxType type) {
    for (int number = 0; number < count; number++) {
      registers.add(add(prefix + number, type));
    }
  }

  private int add(String name, PtxType type) {
    int row = types.size();
    if (named.put(name, row) != null) {
      throw new PtxFault("declared twice: " + name);
    }
    types.add(type);
    return row;
  }

  /**
   * The row of a name.
   *
   * @throws PtxFault if there is no such register or parameter
   */
  int of(String name) {
    Integer row = named.get(name);
    if (row == null) {
      throw new PtxFault("not declared: " + name);
    }
    return row;
  }

  /** Whether an instruction may write the row: special registers are the machine's own. */
  boolean isWritable(int row) {
    return row >= SPECIAL.size();
  }

  /** The row of a constant, the same for equal bits. */
  int constant(long value, PtxType type) {
    long bits = value & type.mask();
    return constantRows.computeIfAbsent(
        bits,
        _ -> {
          int row = types.size();
          types.add(type);
          constants.put(row, bits);
          return row;
        });
  }

  PtxType type(int row) {
    return types.get(row);
  }

  int count() {
    return types.size();
  }

  List<Integer> parameters() {
    return parameters;
  }

  List<Integer> registers() {
    return registers;
  }

  Map<Integer, Long> constants() {
    return constants;
  }
}
