package io.starling.launcher.command;

import io.starling.launcher.contact.ContactRequest;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which jobs join each other, to be mixed into commands. */
public final class JoinOptions {

  @Option(
      names = "--contact",
      paramLabel = "FILE",
      description =
          "write how other jobs may join this one, with its secret; --room is how many ranks they"
              + " may have. The file is removed at the end")
  private Path contact;

  @Option(
      names = "--join",
      paramLabel = "FILE",
      description =
          "join the job that has written this file: ports and names of either are those of both."
              + " Both jobs are on this host, and this one ends with the other at the latest")
  private Path join;

  /** Made by picocli. */
  public JoinOptions() {}

  /** What the options ask for. */
  public ContactRequest request() {
    return new ContactRequest(Optional.ofNullable(contact), Optional.ofNullable(join));
  }
}
