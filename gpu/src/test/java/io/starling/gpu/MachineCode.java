package io.starling.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * What is in the sections of code of an assembled kernel, an ELF file for compute capability 7.0 or
 * later.
 *
 * @param instructions the lower halves of the instructions, which have 128 bits each
 */
record MachineCode(List<Long> instructions) {

  /** The operation F2I, as nvdisasm shows it. */
  static final int FLOAT_TO_INTEGER = 0x305;

  private static final int OPERATION_BITS = 0xFFF;
  private static final int INSTRUCTION_BYTES = 16;

  /** Where an ELF header of 64 bits has the place, the size and the number of section headers. */
  private static final int SECTIONS = 40;

  private static final int SECTION_SIZE = 58;
  private static final int SECTION_COUNT = 60;

  /** Within a section header. */
  private static final int FLAGS = 8;

  private static final int PLACE = 24;
  private static final int LENGTH = 32;
  private static final long EXECUTABLE = 4;

  static MachineCode of(byte... elf) {
    ByteBuffer file = ByteBuffer.wrap(elf).order(ByteOrder.LITTLE_ENDIAN);
    List<Long> instructions = new ArrayList<>();
    int header = (int) file.getLong(SECTIONS);
    for (int section = 0; section < file.getShort(SECTION_COUNT); section++) {
      if ((file.getLong(header + FLAGS) & EXECUTABLE) != 0) {
        int from = (int) file.getLong(header + PLACE);
        int end = from + (int) file.getLong(header + LENGTH);
        for (int at = from; at < end; at += INSTRUCTION_BYTES) {
          instructions.add(file.getLong(at));
        }
      }
      header += file.getShort(SECTION_SIZE);
    }
    return new MachineCode(instructions);
  }

  /** How often an operation is there. */
  long count(int operation) {
    return instructions.stream().filter(bits -> (bits & OPERATION_BITS) == operation).count();
  }
}
