package io.starling.launcher.rank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UncaughtExceptionTest {

  private static int endless(int depth) {
    return depth < 0 ? depth : 1 + endless(depth + 1);
  }

  @Test
  void an_endless_recursion_is_told_on_one_screen() {
    StackOverflowError thrown = null;
    try {
      endless(0);
    } catch (StackOverflowError e) {
      thrown = e;
    }
    String text =
        UncaughtException.describe("rank 1 of 2", "my.Main", new IllegalStateException(thrown));
    assertThat(text)
        .startsWith("starling: rank 1 of 2: uncaught exception in my.Main")
        .contains("java.lang.StackOverflowError", "UncaughtExceptionTest.endless")
        .containsPattern("\\t\\.\\.\\. \\d+ frames left out");
    assertThat(text.lines().count()).isLessThan(150);
  }

  @Test
  void an_exception_without_a_message_is_told_with_its_class_and_place() {
    assertThat(UncaughtException.describe("rank 1 of 2", "my.Main", new NullPointerException()))
        .contains("java.lang.NullPointerException", "at ", "UncaughtExceptionTest");
  }

  @Test
  void a_program_of_a_missing_dialect_gets_the_option_that_adds_it() {
    assertThat(describe(new NoClassDefFoundError("mpi/MPIException")))
        .endsWith("(MPJ Express, mpiJava)");
    assertThat(describe(new IllegalStateException(new NoClassDefFoundError("mpi/Comm"))))
        .contains("--mpi ompi");
    assertThat(describe(new NoClassDefFoundError("my/mpi/Comm"))).doesNotContain("--mpi");
    assertThat(describe(new NoClassDefFoundError())).doesNotContain("--mpi");
  }

  private static String describe(Throwable exception) {
    return UncaughtException.describe("rank 1 of 2", "my.Main", exception);
  }
}
