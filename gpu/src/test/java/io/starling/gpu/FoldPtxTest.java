package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.PredefinedFold;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The PTX that the module ships. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FoldPtxTest {

  private static final Path CUDA = Path.of("src/main/cuda");
  private static final Pattern ENTRY = Pattern.compile("\\.visible \\.entry (\\w+)\\(");
  private static final Pattern HEADER =
      Pattern.compile("// (nvcc [0-9.]+), folds\\.cu of SHA-256 ([0-9a-f]{64})");

  private static final Pattern SPILLED = Pattern.compile("(\\d+) bytes spill stores");
  private static final Pattern REGISTERS = Pattern.compile("Used (\\d+) registers");

  private boolean assembler;

  private final String ptx = FoldKernels.ptx();

  @BeforeAll
  void place_the_assembler() throws IOException {
    assembler = System.getProperty("os.arch").equals("amd64");
    if (assembler) {
      JcudaNatives.placeIn(Path.of(System.getProperty("java.io.tmpdir")), "JNvPTXCompiler");
    }
  }

  @Test
  void there_is_one_kernel_for_every_operator_on_every_type_it_supports() {
    assertThat(ENTRY.matcher(ptx).results().map(entry -> entry.group(1)))
        .containsExactlyInAnyOrderElementsOf(
            FoldKernels.all().stream().map(FoldKernels::name).toList());
  }

  @Test
  void drivers_from_cuda_11_on_know_this_version_of_ptx() {
    assertThat(ptx).containsOnlyOnce("\n.version 6.3\n").containsOnlyOnce("\n.target sm_60\n");
  }

  @Test
  void nothing_is_fused_flushed_or_left_to_the_assembler_to_round() {
    assertThat(ptx.lines())
        .noneMatch(line -> line.contains("fma.") || line.contains("mad.") || line.contains(".ftz"))
        .noneMatch(line -> line.matches("\\s*(add|sub|mul|div)\\.f(32|64).*"))
        .anyMatch(line -> line.contains("mul.rn.f32"));
  }

  @Test
  void memory_is_read_and_written_16_bytes_at_a_time() {
    for (String kernel : ptx.split("\\.visible")) {
      if (kernel.contains(".entry")) {
        assertThat(kernel).containsPattern("ld\\.global\\.v[24]\\.");
        if (!kernel.contains("int64_index") && !kernel.contains("float64_index")) {
          assertThat(kernel).containsPattern("st\\.global\\.v[24]\\.");
        }
      }
    }
  }

  /**
   * Half of its threads have 64 KiB and more under way on each multiprocessor, several times what
   * the latency of memory asks for.
   *
   * @param most threads of a multiprocessor
   */
  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "60, 2048, 16",
    "70, 2048, 0",
    "75, 1024, 0",
    "80, 2048, 0",
    "86, 1536, 0",
    "90, 2048, 0"
  })
  @Tag("slow")
  void it_assembles_for_every_generation_of_devices_and_fills_half_of_each(
      String capability, int most, int spilled) {
    String log = assemble(ptx, capability);

    assertThat(results(SPILLED, log))
        .hasSize(FoldKernels.all().size())
        .allMatch(bytes -> Integer.parseInt(bytes) <= spilled);
    assertThat(results(REGISTERS, log))
        .hasSize(FoldKernels.all().size())
        .allMatch(registers -> threads(Integer.parseInt(registers)) >= most / 2);
  }

  private static List<String> results(Pattern pattern, String log) {
    return pattern.matcher(log).results().map(match -> match.group(1)).toList();
  }

  /** The threads for which a multiprocessor has registers, in whole blocks. */
  private static int threads(int registers) {
    int perThread = Math.ceilDiv(registers, 8) * 8;
    return (1 << 16) / (perThread * FoldKernels.THREADS) * FoldKernels.THREADS;
  }

  /**
   * An assembler that stores the lower byte of a half has made it the value as an integer of 8
   * bits; no fold converts a floating-point number to an integer.
   */
  @ParameterizedTest
  @ValueSource(strings = {"75", "80", "90"})
  void bytes_of_a_half_stay_its_bits(String capability) {
    for (ReductionOperator operator : List.of(ReductionOperator.SUM, ReductionOperator.PRODUCT)) {
      PredefinedFold fold = new PredefinedFold(operator, BasicDatatype.FLOAT16);
      MachineCode code = MachineCode.of(machineCode(FoldKernels.ptx(fold), capability));
      assertThat(code.instructions()).as("%s has code", operator.name()).hasSizeGreaterThan(100);
      assertThat(code.count(MachineCode.FLOAT_TO_INTEGER)).as(operator.name()).isZero();
    }
  }

  @Test
  @Tag("slow")
  void each_kernel_assembles_alone() {
    for (PredefinedFold fold : FoldKernels.all()) {
      String alone = FoldKernels.ptx(fold);
      assertThat(ENTRY.matcher(alone).results().map(entry -> entry.group(1)))
          .containsExactly(FoldKernels.name(fold));
      assemble(alone, "90");
    }
  }

  @Test
  void what_no_operator_supports_has_no_kernel() {
    PredefinedFold fold = new PredefinedFold(ReductionOperator.MAX, BasicDatatype.COMPLEX64);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> FoldKernels.ptx(fold))
        .withMessage("There is no kernel max_complex64");
  }

  /** Assembles; returns what the assembler tells of each kernel. */
  private String assemble(String ptx, String capability) {
    return assemble(ptx, capability, FoldPtxTest::information);
  }

  /** Assembles; returns the file in which the machine code is. */
  private byte[] machineCode(String ptx, String capability) {
    return assemble(ptx, capability, FoldPtxTest::program);
  }

  private <T> T assemble(String ptx, String capability, Function<nvPTXCompilerHandle, T> result) {
    assumeTrue(assembler, "JCuda's libraries are for amd64");
    byte[] source = (ptx + '\0').getBytes(StandardCharsets.US_ASCII);
    nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
    assertThat(JNvPTXCompiler.nvPTXCompilerCreate(compiler, source.length, source))
        .isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
    try {
      String[] options = {"--gpu-name=sm_" + capability, "--verbose"};
      int status = JNvPTXCompiler.nvPTXCompilerCompile(compiler, options.length, options);
      assertThat(status).as(errors(compiler)).isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
      return result.apply(compiler);
    } finally {
      JNvPTXCompiler.nvPTXCompilerDestroy(compiler);
    }
  }

  @Test
  void it_was_built_from_the_source() throws Exception {
    byte[] source = Files.readAllBytes(CUDA.resolve("folds.cu"));
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source));

    assertThat(header().group(2)).as("built by gpu/src/main/cuda/build from").isEqualTo(hash);
  }

  @Test
  void the_same_compiler_builds_the_same_text_again(@TempDir Path folder) throws Exception {
    String compiler = header().group(1);
    String here = compilerHere();
    if (!here.equals(compiler)) {
      System.out.printf("folds.ptx is not built again: it takes %s, here is %s%n", compiler, here);
    }
    assumeTrue(here.equals(compiler));
    Path again = folder.resolve("folds.ptx");

    int status =
        new ProcessBuilder(
                CUDA.resolve("build").toString(),
                CUDA.resolve("folds.cu").toString(),
                again.toString())
            .inheritIO()
            .start()
            .waitFor();

    assertThat(status).isZero();
    assertThat(Files.readString(again).equals(ptx)).as("the same text").isTrue();
  }

  private MatchResult header() {
    String first = ptx.lines().findFirst().orElseThrow();
    return HEADER.matcher(first).results().findFirst().orElseThrow();
  }

  private static String compilerHere() throws InterruptedException {
    try {
      Process nvcc = new ProcessBuilder("nvcc", "--version").start();
      String output = new String(nvcc.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      nvcc.waitFor();
      return Pattern.compile("release [^,]*, V([0-9.]+)")
          .matcher(output)
          .results()
          .map(release -> "nvcc " + release.group(1))
          .findFirst()
          .orElse("an nvcc of no known release");
    } catch (IOException _) {
      return "no nvcc";
    }
  }

  private static byte[] program(nvPTXCompilerHandle compiler) {
    long[] size = new long[1];
    JNvPTXCompiler.nvPTXCompilerGetCompiledProgramSize(compiler, size);
    byte[] program = new byte[Math.toIntExact(size[0])];
    JNvPTXCompiler.nvPTXCompilerGetCompiledProgram(compiler, program);
    return program;
  }

  private static String information(nvPTXCompilerHandle compiler) {
    long[] size = new long[1];
    JNvPTXCompiler.nvPTXCompilerGetInfoLogSize(compiler, size);
    byte[] log = new byte[Math.toIntExact(size[0]) + 1];
    JNvPTXCompiler.nvPTXCompilerGetInfoLog(compiler, log);
    return new String(log, StandardCharsets.US_ASCII);
  }

  private static String errors(nvPTXCompilerHandle compiler) {
    long[] size = new long[1];
    JNvPTXCompiler.nvPTXCompilerGetErrorLogSize(compiler, size);
    byte[] log = new byte[Math.toIntExact(size[0]) + 1];
    JNvPTXCompiler.nvPTXCompilerGetErrorLog(compiler, log);
    return new String(log, StandardCharsets.US_ASCII).trim();
  }
}
