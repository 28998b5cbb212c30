package io.starling.launcher.job;

import io.starling.launcher.contact.ContactRequest;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.output.OutputRequest;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.OrderRequest;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.Slots;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to start; made by a {@link #builder}.
 *
 * @param ranks how many processes, or {@link Slots#ALL}
 * @param program what each of them runs
 * @param jvmArguments come after Starling's own, and so win over them
 * @param environment variables for the ranks, over those that they inherit
 * @param output what is to become of what the ranks write
 * @param timeout after which the job is ended with status 124
 * @param forwardInput whether rank 0 reads the launcher's standard input
 * @param archiveClasses whether ranks start from an archive of loaded classes, made when missing
 * @param placement where the ranks go and what they are bound to
 * @param reportBindings whether the launcher shows on stderr what each rank is bound to
 * @param trace where to write what ranks did and when, if that is wanted
 * @param hosts where the ranks run
 * @param order in which hosts get their ranks
 * @param failures what happens when one of them fails
 * @param service what runs beside the ranks of each host, if anything does
 * @param contact what the job has to do with other jobs
 * @param verbose whether the launcher tells on stderr what it does
 */
public record JobSpecification(
    int ranks,
    LaunchedProgram program,
    List<String> jvmArguments,
    Map<String, String> environment,
    OutputRequest output,
    Optional<Duration> timeout,
    boolean forwardInput,
    boolean archiveClasses,
    PlacementRequest placement,
    boolean reportBindings,
    Optional<Path> trace,
    HostRequest hosts,
    OrderRequest order,
    FailurePolicy failures,
    Optional<ServiceRequest> service,
    ContactRequest contact,
    boolean verbose) {

  /** How many ranks may come later where nothing is said. */
  static final int USUAL_ROOM = 64;

  /** How many may come later at most. */
  static final int MOST_ROOM = 65_536;

  public JobSpecification {
    if (ranks != Slots.ALL) {
      Slots.requireReasonable(ranks);
    }
    trace.ifPresent(JobTrace::check);
    jvmArguments = List.copyOf(jvmArguments);
    environment = Map.copyOf(environment);
  }

  /**
   * How many ranks the job can have in all, if it begins with so many: {@code STARLING_ROOM} says
   * how many more.
   *
   * @throws LaunchException if that is not a number, or too many
   */
  int capacity(int size) {
    String room =
        environment.getOrDefault(
            ProcessNumbers.ROOM, System.getenv().getOrDefault(ProcessNumbers.ROOM, ""));
    if (room.isEmpty()) {
      return size + USUAL_ROOM;
    }
    if (!room.matches("\\d{1,5}") || Integer.parseInt(room) > MOST_ROOM) {
      throw new LaunchException(
          "--room must be 0 to %d ranks, not '%s'".formatted(MOST_ROOM, room));
    }
    return size + Integer.parseInt(room);
  }

  /** The same job of another program. */
  public JobSpecification with(LaunchedProgram other) {
    return with(other, placement);
  }

  /** The same job with its ranks in other places. */
  JobSpecification with(PlacementRequest other) {
    return with(program, other);
  }

  private JobSpecification with(LaunchedProgram itsProgram, PlacementRequest itsPlacement) {
    return new JobSpecification(
        ranks,
        itsProgram,
        jvmArguments,
        environment,
        output,
        timeout,
        forwardInput,
        archiveClasses,
        itsPlacement,
        reportBindings,
        trace,
        hosts,
        order,
        failures,
        service,
        contact,
        verbose);
  }

  /** Begins with a job that has no input, no limit and untagged output. */
  public static Builder builder(int ranks, LaunchedProgram program) {
    return new Builder(ranks, program);
  }

  /** Collects what differs from the default. */
  public static final class Builder {

    private final int ranks;
    private final LaunchedProgram program;
    private final Map<String, String> environment = new HashMap<>();
    private List<String> jvmArguments = List.of();
    private OutputRequest output = OutputRequest.DEFAULT;
    private Optional<Duration> timeout = Optional.empty();
    private boolean forwardInput;
    private boolean archiveClasses = true;
    private PlacementRequest placement = PlacementRequest.DEFAULT;
    private boolean reportBindings;
    private Optional<Path> trace = Optional.empty();
    private OrderRequest order = OrderRequest.GIVEN;
    private HostRequest hosts = HostRequest.HERE;
    private FailurePolicy failures = FailurePolicy.ABORT;
    private Optional<ServiceRequest> service = Optional.empty();
    private ContactRequest contact = ContactRequest.NONE;
    private boolean verbose;

    private Builder(int ranks, LaunchedProgram program) {
      this.ranks = ranks;
      this.program = program;
    }

    public Builder jvmArguments(List<String> arguments) {
      jvmArguments = arguments;
      return this;
    }

    /** Sets one variable. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Sets several variables. */
    public Builder environment(Map<String, String> variables) {
      environment.putAll(variables);
      return this;
    }

    /** Says whether each line of output begins with its rank, as in {@code [3] }. */
    public Builder tagOutput(boolean tag) {
      return output(output.withTags(tag));
    }

    public Builder output(OutputRequest request) {
      output = request;
      return this;
    }

    public Builder timeout(Duration limit) {
      timeout = Optional.of(limit);
      return this;
    }

    public Builder forwardInput(boolean forward) {
      forwardInput = forward;
      return this;
    }

    public Builder archiveClasses(boolean archive) {
      archiveClasses = archive;
      return this;
    }

    public Builder placement(PlacementRequest request) {
      placement = request;
      return this;
    }

    public Builder reportBindings(boolean report) {
      reportBindings = report;
      return this;
    }

    /** Says where a trace of the job goes, if one is wanted. */
    public Builder trace(Optional<Path> file) {
      trace = file;
      return this;
    }

    /** Says in which order hosts get their ranks; in the given one by default. */
    public Builder order(OrderRequest request) {
      order = request;
      return this;
    }

    /** Says where the ranks run; on this host by default. */
    public Builder hosts(HostRequest request) {
      hosts = request;
      return this;
    }

    /** Says what happens when a rank fails; the job ends by default. */
    public Builder failures(FailurePolicy policy) {
      failures = policy;
      return this;
    }

    /** Says what runs beside the ranks of each host; nothing by default. */
    public Builder service(Optional<ServiceRequest> request) {
      service = request;
      return this;
    }

    /** Says whether others may join the job, or whether it joins another; neither by default. */
    public Builder contact(ContactRequest request) {
      contact = request;
      return this;
    }

    public Builder verbose(boolean talk) {
      verbose = talk;
      return this;
    }

    /**
     * The specification.
     *
     * @throws LaunchException if the number of ranks is out of range, or the trace's file can't be
     *     written
     */
    public JobSpecification build() {
      return new JobSpecification(
          ranks,
          program,
          jvmArguments,
          environment,
          output,
          timeout,
          forwardInput,
          archiveClasses,
          placement,
          reportBindings,
          trace,
          hosts,
          order,
          failures,
          service,
          contact,
          verbose);
    }
  }
}
