package io.starling.launcher.command;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.job.RankCommand;
import io.starling.launcher.placing.HostsChoice;
import io.starling.launcher.placing.LauncherKind;
import io.starling.launcher.source.CompilationException;
import io.starling.launcher.source.CompiledSource;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A job whose program is a source file, in place of a main class.
 *
 * @param job what to start when the file is compiled
 * @param jvmArguments the user's, some of which concern the compiler, too
 * @param command takes what the compiler has to say
 */
record SourceRun(JobSpecification job, List<String> jvmArguments, CommandLine command) {

  /** Returns the exit status. Ranks find the classes in one folder, which all hosts must see. */
  int run() throws InterruptedException {
    LaunchedProgram given = job.program();
    Path file = Path.of(given.mainClass());
    if (!Files.isRegularFile(file)) {
      throw new ParameterException(command, "there is no source file " + file);
    }
    boolean isHere = HostsChoice.here(job.hosts()).kind() == LauncherKind.LOCAL;
    Path place = Path.of(System.getProperty(isHere ? "java.io.tmpdir" : "user.dir"));
    PrintWriter errors = command.getErr();
    try (CompiledSource compiled =
        CompiledSource.of(file, RankCommand.classPath(job), jvmArguments, place, errors)) {
      String classPath = compiled.before(given.classPath());
      LaunchedProgram program =
          new LaunchedProgram(compiled.mainClass(), given.arguments(), classPath);
      return new Job(job.with(program)).run();
    } catch (CompilationException e) {
      errors.println("starling: " + e.getMessage());
      return ExitStatus.INTERNAL_ERROR;
    }
  }
}
