package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorlessFoldTest {

  @Test
  void givesTheSameResultsInAJvmWithoutTheVectorModule() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                VectorlessFoldTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(output).isEqualTo("vectors: false, results: " + results());
    assertThat(PredefinedFolds.vectorsArePresent()).isTrue();
  }

  /** Runs in the other JVM. */
  public static void main(String[] arguments) {
    System.out.printf("vectors: %s, results: %s%n", PredefinedFolds.vectorsArePresent(), results());
  }

  /** A digest of what each operator makes of numbers among which there is no NaN. */
  private static String results() {
    StringBuilder digest = new StringBuilder();
    for (ReductionOperator operator : ReductionOperator.predefined()) {
      for (BasicDatatype type : BasicDatatype.values()) {
        if (operator.supports(type)) {
          byte[] left = bytes(type, 1);
          byte[] right = bytes(type, 2);
          MemorySegment into = MemorySegment.ofArray(left);
          FoldingOperator.of(operator)
              .fold(type)
              .fold(into, 0, MemorySegment.ofArray(right), 0, into, 0, left.length);
          digest.append(Integer.toHexString(Arrays.hashCode(left))).append(' ');
        }
      }
    }
    return digest.toString().strip();
  }

  private static byte[] bytes(BasicDatatype type, long seed) {
    byte[] bytes = new byte[Math.toIntExact(500 * type.extent())];
    new Random(seed).nextBytes(bytes);
    if (type.kind() != BasicDatatype.Kind.INTEGER) {
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] &= (byte) 0xBF; // bit 6 of the highest byte tells huge numbers and NaN
      }
    }
    return bytes;
  }
}
