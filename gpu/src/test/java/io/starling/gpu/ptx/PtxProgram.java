package io.starling.gpu.ptx;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kernels of PTX text, in the form in which nvcc writes it: one statement a line. It knows the part
 * of PTX that folds need; whatever else it meets it refuses.
 */
public final class PtxProgram {

  private static final Pattern ENTRY = Pattern.compile("\\.visible \\.entry (\\w+)\\(");
  private static final Pattern HEADER =
      Pattern.compile("\\.version 6\\.3|\\.target sm_60|\\.address_size 64");

  private final Map<String, PtxKernel> kernels = new HashMap<>();
  private final List<String> lines;
  private int next;

  private PtxProgram(List<String> lines) {
    this.lines = lines;
    while (next < lines.size()) {
      String line = line();
      Matcher entry = ENTRY.matcher(line);
      if (entry.matches()) {
        kernels.put(entry.group(1), readKernel(entry.group(1)));
      } else if (!line.isEmpty() && !HEADER.matcher(line).matches()) {
        throw new PtxFault("line %d: unknown statement %s".formatted(next, line));
      }
    }
  }

  /**
   * Reads a text.
   *
   * @throws PtxFault if something in it is not known or not allowed
   */
  public static PtxProgram parse(String text) {
    return new PtxProgram(text.lines().toList());
  }

  /** A kernel of the program. */
  public PtxKernel kernel(String name) {
    PtxKernel kernel = kernels.get(name);
    if (kernel == null) {
      throw new PtxFault("there is no kernel " + name);
    }
    return kernel;
  }

  private PtxKernel readKernel(String name) {
    PtxParser parser = new PtxParser(name);
    for (String line = line(); !line.equals("}"); line = line()) {
      try {
        parser.read(next, line);
      } catch (PtxFault fault) {
        throw at(name, line, fault);
      }
    }
    return parser.finish();
  }

  private PtxFault at(String name, String line, PtxFault fault) {
    return new PtxFault(
        "%s, line %d, %s: %s".formatted(name, next, line, fault.getMessage()), fault);
  }

  private String line() {
    if (next == lines.size()) {
      throw new PtxFault("the text ends in a kernel");
    }
    String line = lines.get(next++);
    int comment = line.indexOf("//");
    return (comment < 0 ? line : line.substring(0, comment)).strip().replaceAll("\\s+", " ");
  }
}
