package io.starling.examples.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import jcuda.nvptxcompiler.JNvPTXCompiler;
import jcuda.nvptxcompiler.nvPTXCompileResult;
import jcuda.nvptxcompiler.nvPTXCompilerHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel as the example ships it. */
class PathsPtxTest {

  private static final Path SOURCE = Path.of("src/main/cuda/paths.cu");

  private final byte[] ptx = read();

  private static byte[] read() {
    try (InputStream stream = RelaxKernel.class.getResourceAsStream("paths.ptx")) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String text() {
    return new String(ptx, StandardCharsets.US_ASCII);
  }

  @Test
  void it_was_built_from_the_source() throws Exception {
    byte[] source = Files.readAllBytes(SOURCE);
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source));

    assertThat(text().lines().findFirst().orElseThrow())
        .as("the first line that gpu/src/main/cuda/build writes")
        .matches("// nvcc [0-9.]+, paths\\.cu of SHA-256 " + hash);
  }

  @Test
  void old_drivers_know_its_version() {
    assertThat(text()).containsOnlyOnce("\n.version 6.3\n").containsOnlyOnce("\n.target sm_60\n");
  }

  @Test
  void memory_is_read_and_written_16_bytes_at_a_time() {
    assertThat(text()).contains("ld.global.v4.u32").contains("st.global.v4.u32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"60", "75", "90"})
  void it_assembles(String capability) {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "JCuda's libraries are for amd64");
    byte[] terminated = Arrays.copyOf(ptx, ptx.length + 1);
    nvPTXCompilerHandle compiler = new nvPTXCompilerHandle();
    assertThat(JNvPTXCompiler.nvPTXCompilerCreate(compiler, terminated.length, terminated))
        .isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
    try {
      String[] options = {"--gpu-name=sm_" + capability};
      assertThat(JNvPTXCompiler.nvPTXCompilerCompile(compiler, options.length, options))
          .isEqualTo(nvPTXCompileResult.NVPTXCOMPILE_SUCCESS);
    } finally {
      JNvPTXCompiler.nvPTXCompilerDestroy(compiler);
    }
  }
}
