package io.starling.runtime.bootstrap.api;

import java.util.List;

/**
 * A program that the launcher runs once on each host of a job that has ranks, beside them: it is
 * there before the ranks start, and ends after them. Providers are found by {@link ServiceLoader}
 * on the class path.
 *
 * <p>The process has no arguments. It reads lines {@code key value} from its standard input, then a
 * line {@code end}. The input stays open: its end tells the process to end as well, and to leave
 * nothing behind, so it never outlives who started it.
 *
 * <pre>
 *   memory BYTES            what it may use
 *   address IP              where it listens for the services of other hosts
 *   secret HEX              64 digits, the same for all services of the job
 *   silence MILLISECONDS    after which another that is not heard of has failed
 *   file PATH               what it writes for the ranks of its host; absolute. It makes the folder,
 *                           which is new, with mode 700, and removes both at its end
 *   contact IP:PORT         a service that is there; not for the first one
 * </pre>
 *
 * <p>It answers on its standard output: {@code ready IP:PORT}, where other services reach it, once
 * ranks can use it; or {@code failed WORDS}, and ends. After that, {@code note WORDS} is for
 * people. Ranks find the path of the file in a variable called after the service, {@code
 * STARLING_OBJECTS}.
 */
public interface HostService {

  /** What it is called, in lower case letters: {@code objects}. */
  String name();

  /** The class whose main method it runs. */
  String mainClass();

  /** The arguments of its JVM besides the class path. */
  List<String> jvmFlags();
}
