package io.starling.launcher.rank;

import io.starling.launcher.source.CompilationException;
import io.starling.launcher.source.CompiledSource;
import io.starling.runtime.log.Logs;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The main class of a rank that another launcher has started by {@code starling exec}: it calls the
 * user's main class, named by the first argument, and says so when that fails; then the job is
 * aborted as the process ends.
 */
public final class ForeignRankMain {

  private static final int FAILURE = 1;

  /** Those by which launchers number their processes. */
  private static final List<String> NUMBERS =
      List.of("PMIX_RANK", "PMI_RANK", "STARLING_RANK", "JOB_COMPLETION_INDEX", "SLURM_PROCID");

  /** Where {@code starling exec} has made a folder for the classes of a source file. */
  private static final String CLASSES = "starling.classes";

  private ForeignRankMain() {}

  public static void main(String[] arguments) {
    String rank = describe(System.getenv());
    Logs.prepareWith(() -> RankLog.install(rank));
    try {
      mainMethod(arguments[0])
          .call(DialectArguments.of(arguments, number(System.getenv()), System.getenv()));
    } catch (CompilationException e) {
      fail("starling: " + rank + ": " + e.getMessage());
    } catch (MainMethodException e) {
      fail("starling: " + rank + ": " + e.getMessage());
    } catch (Throwable e) {
      fail(UncaughtException.describe(rank, arguments[0], e));
    }
  }

  private static MainMethod mainMethod(String program)
      throws MainMethodException, CompilationException {
    return CompiledSource.isNamed(program) ? ofSource(Path.of(program)) : MainMethod.of(program);
  }

  /**
   * Each rank compiles for itself: no launcher of Starling's has done so before. The folder for the
   * classes is on the class path already, before the user's, where an older class of the same name
   * may be.
   */
  private static MainMethod ofSource(Path file) throws MainMethodException, CompilationException {
    CompiledSource compiled =
        CompiledSource.into(
            file,
            System.getProperty("java.class.path"),
            List.of(),
            Path.of(System.getProperty(CLASSES)),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    return MainMethod.of(compiled.mainClass());
  }

  static String describe(Map<String, String> environment) {
    return given(environment).map(number -> "rank " + number).orElse("a program started alone");
  }

  private static int number(Map<String, String> environment) {
    return given(environment)
        .filter(text -> text.matches("\\d{1,9}"))
        .map(Integer::valueOf)
        .orElse(0);
  }

  private static Optional<String> given(Map<String, String> environment) {
    return NUMBERS.stream().map(environment::get).filter(Objects::nonNull).findFirst();
  }

  private static void fail(String message) {
    System.err.println(message);
    System.setProperty(RankMain.FAILED, "true");
    HaltTimer.start(FAILURE);
    System.exit(FAILURE);
  }
}
