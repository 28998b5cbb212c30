package io.starling.gpu.ptx;

import io.starling.gpu.ptx.PtxInstruction.Flow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines of one kernel. */
final class PtxParser {

  private static final Pattern PARAMETER = Pattern.compile("\\.param \\.u64 (\\w+),?");
  private static final Pattern THREADS = Pattern.compile("\\.maxntid (\\d+), 1, 1");
  private static final Pattern REGISTERS = Pattern.compile("\\.reg \\.(\\w+) (%\\w+)<(\\d+)>;");
  private static final Pattern LABEL = Pattern.compile("(\\$\\w+):");
  private static final Pattern INSTRUCTION =
      Pattern.compile("(?:@(!?)(%\\w+) )?([a-z][\\w.]*)(?: ([^;]+))?;");
  private static final Pattern ACCESS = Pattern.compile("(ld|st)\\.global(?:\\.v([24]))?\\.(\\w+)");
  private static final Pattern ADDRESS = Pattern.compile("\\[(%\\w+)(?:\\+(-?\\d+))?]");
  private static final Pattern COMMAS = Pattern.compile(", (?![^{]*})");
  private static final Pattern COMMAS_INSIDE = Pattern.compile(", ");
  private static final int WIDEST = 16;

  private final String name;
  private final PtxRows rows = new PtxRows();
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Statement> statements = new ArrayList<>();
  private int threads;

  PtxParser(String name) {
    this.name = name;
  }

  private record Statement(int line, String text, Matcher parts) {
    String opcode() {
      return parts.group(3);
    }

    List<String> operands() {
      return parts.group(4) == null ? List.of() : Arrays.asList(COMMAS.split(parts.group(4)));
    }
  }

  /** Reads a line; instructions are looked at when all are there. */
  void read(int number, String line) {
    Matcher parameter = PARAMETER.matcher(line);
    Matcher most = THREADS.matcher(line);
    Matcher registers = REGISTERS.matcher(line);
    Matcher label = LABEL.matcher(line);
    Matcher instruction = INSTRUCTION.matcher(line);
    if (parameter.matches()) {
      rows.declareParameter(parameter.group(1));
    } else if (most.matches()) {
      threads = Integer.parseInt(most.group(1));
    } else if (registers.matches()) {
      rows.declareRegisters(
          registers.group(2), Integer.parseInt(registers.group(3)), PtxType.of(registers.group(1)));
    } else if (label.matches()) {
      if (labels.put(label.group(1), statements.size()) != null) {
        throw new PtxFault("the label is there twice");
      }
    } else if (instruction.matches()) {
      statements.add(new Statement(number, line, instruction));
    } else if (!line.isEmpty() && !line.equals(")") && !line.equals("{")) {
      throw new PtxFault("unknown statement");
    }
  }

  /** The kernel of all the lines. */
  PtxKernel finish() {
    List<PtxInstruction> instructions = new ArrayList<>();
    for (Statement statement : statements) {
      try {
        instructions.add(instruction(statement));
      } catch (PtxFault fault) {
        throw new PtxFault(
            "%s, line %d, %s: %s"
                .formatted(name, statement.line(), statement.text(), fault.getMessage()),
            fault);
      }
    }
    return new PtxKernel(name, threads, rows, instructions);
  }

  private PtxInstruction instruction(Statement statement) {
    String guard = statement.parts().group(2);
    int guardRow = guard == null ? -1 : source(guard, PtxType.PREDICATE, false);
    boolean negated = "!".equals(statement.parts().group(1));
    Flow flow = Flow.NEXT;
    int target = -1;
    PtxStep step = null;
    switch (statement.opcode()) {
      case "ret" -> {
        require(statement.operands(), 0);
        flow = Flow.RETURN;
      }
      case "bra", "bra.uni" -> {
        require(statement.operands(), 1);
        flow = Flow.BRANCH;
        target = target(statement.operands().getFirst());
      }
      default -> step = step(statement.opcode(), statement.operands());
    }
    return new PtxInstruction(
        statement.line(), statement.text(), guardRow, negated, flow, target, step);
  }

  private int target(String label) {
    Integer target = labels.get(label);
    if (target == null || target == statements.size()) {
      throw new PtxFault("leads nowhere");
    }
    return target;
  }

  private PtxStep step(String opcode, List<String> operands) {
    Matcher access = ACCESS.matcher(opcode);
    if (access.matches()) {
      require(operands, 2);
      return access(access, operands);
    }
    if (opcode.equals("ld.param.u64")) {
      require(operands, 2);
      return parameter(operands);
    }
    if (opcode.startsWith("mov.b") && operands.stream().anyMatch(PtxParser::isVector)) {
      require(operands, 2);
      return parts(PtxType.of(opcode.substring("mov.".length())), operands);
    }
    return compute(PtxOperations.of(opcode), operands);
  }

  private PtxStep compute(PtxOperation operation, List<String> operands) {
    require(operands, 1 + operation.sources().size());
    int result = register(operands.getFirst(), operation.result(), operation.takesWider());
    int[] sources = new int[operation.sources().size()];
    for (int source = 0; source < sources.length; source++) {
      sources[source] =
          source(operands.get(source + 1), operation.sources().get(source), operation.takesWider());
    }
    return new PtxStep.Compute(operation.function(), result, rows.type(result).mask(), sources);
  }

  private PtxStep parameter(List<String> operands) {
    int result = register(operands.getFirst(), PtxType.of("u64"), false);
    int parameter = rows.of(operands.get(1).replaceAll("^\\[|]$", ""));
    if (!rows.parameters().contains(parameter)) {
      throw new PtxFault("is no parameter");
    }
    return new PtxStep.Compute((a, _, _, _) -> a, result, -1, new int[] {parameter});
  }

  private PtxStep access(Matcher form, List<String> operands) {
    boolean writes = form.group(1).equals("st");
    int count = form.group(2) == null ? 1 : Integer.parseInt(form.group(2));
    PtxType type = PtxType.of(form.group(3));
    String elements = operands.get(writes ? 1 : 0);
    Matcher address = ADDRESS.matcher(operands.get(writes ? 0 : 1));
    if (!address.matches() || isVector(elements) != (count > 1) || count * type.bytes() > WIDEST) {
      throw new PtxFault("unknown form of access");
    }
    int[] registers = vector(elements, count, type, true);
    long[] masks = Arrays.stream(registers).mapToLong(row -> rows.type(row).mask()).toArray();
    return new PtxAccess(
        writes,
        type,
        masks,
        registers,
        source(address.group(1), PtxType.B64, false),
        address.group(2) == null ? 0 : Long.parseLong(address.group(2)));
  }

  private PtxStep parts(PtxType whole, List<String> operands) {
    boolean packs = isVector(operands.get(1));
    int count = COMMAS_INSIDE.split(operands.get(packs ? 1 : 0)).length;
    PtxType part = new PtxType('b', whole.bits() / count);
    int[] parts = vector(operands.get(packs ? 1 : 0), count, part, false);
    return packs
        ? new PtxStep.Pack(register(operands.getFirst(), whole, false), parts, part.bits())
        : new PtxStep.Unpack(parts, source(operands.get(1), whole, false), part.bits());
  }

  private int[] vector(String operand, int count, PtxType type, boolean takesWider) {
    String inside = isVector(operand) ? operand.substring(1, operand.length() - 1) : operand;
    String[] elements = COMMAS_INSIDE.split(inside);
    require(Arrays.asList(elements), count);
    return Arrays.stream(elements)
        .mapToInt(element -> register(element, type, takesWider))
        .toArray();
  }

  private static boolean isVector(String operand) {
    return operand.startsWith("{") && operand.endsWith("}");
  }

  private int register(String operand, PtxType type, boolean takesWider) {
    int row = source(operand, type, takesWider);
    if (!operand.startsWith("%") || !rows.isWritable(row)) {
      throw new PtxFault(operand + " is no register of the kernel");
    }
    return row;
  }

  private int source(String operand, PtxType type, boolean takesWider) {
    if (!operand.startsWith("%")) {
      return constant(operand, type);
    }
    int row = rows.of(operand);
    PtxType here = rows.type(row);
    if (takesWider ? !here.isAtLeast(type) : !here.agreesWith(type)) {
      throw new PtxFault("%s is %s, not %s".formatted(operand, here, type));
    }
    return row;
  }

  private int constant(String operand, PtxType type) {
    if (!operand.matches("-?\\d+") || type.kind() == 'f') {
      throw new PtxFault("unknown operand " + operand);
    }
    long value = Long.parseLong(operand);
    if (type.extend(value) != value && new PtxType('s', type.bits()).extend(value) != value) {
      throw new PtxFault("%s is too large for %s".formatted(operand, type));
    }
    return rows.constant(value, type);
  }

  private static void require(List<String> operands, int count) {
    if (operands.size() != count) {
      throw new PtxFault("%d operands, not %d".formatted(count, operands.size()));
    }
  }
}
