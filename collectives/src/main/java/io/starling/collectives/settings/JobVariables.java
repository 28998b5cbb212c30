package io.starling.collectives.settings;

/** The environment variables of a job's communicators. */
public final class JobVariables {

  /**
   * An algorithm specification for the whole job; see {@link
   * io.starling.collectives.Communicator#withAlgorithm}.
   */
  public static final String ALGORITHM = "STARLING_ALGORITHM";

  /**
   * The trees of the hardware levels for the whole job, such as {@code
   * node=binomial,package=chain}, or one tree for all levels, such as {@code chain}. Broadcast and
   * reduce then use the topology tree, unless {@link #ALGORITHM} selects another algorithm.
   */
  public static final String TREE = "STARLING_TREE";

  /**
   * A file with a table of rules that select algorithms. They precede the shipped table; {@link
   * #ALGORITHM} and {@link #TREE} precede them.
   */
  public static final String TABLE = "STARLING_TABLE";

  /**
   * {@code all} if each rank of the job has a GPU, which may hold messages; otherwise {@code none}.
   * Tables depend on it: with GPUs, the shipped one uses longer segments for long messages. The
   * launcher sets it; with another launcher, set it for the whole job.
   */
  public static final String GPUS = "STARLING_GPUS";

  /** If set to 1, rank 0 prints each selection and its reason to stderr, once per case. */
  public static final String EXPLAIN = "STARLING_EXPLAIN";

  /** If set to 1, every collective is checked for agreement among the ranks. */
  public static final String CHECK = "STARLING_CHECK";

  /**
   * The thread level for {@link io.starling.collectives.Starling#world()}: {@code single}, {@code
   * funneled} (the default), {@code serialized} or {@code multiple}.
   */
  public static final String THREADS = "STARLING_THREADS";

  /**
   * What makes progress while a rank computes. {@code caller} (the default): nothing, messages move
   * only inside calls. {@code thread}: a thread of Starling. {@code auto}: a thread if a rank may
   * use more processors than its host has ranks.
   */
  public static final String PROGRESS = "STARLING_PROGRESS";

  /**
   * How often {@link io.starling.collectives.Communicator#reordered} looks for a better order of
   * hosts: {@code every=30s} (the default), with s, ms or min; or {@code never}.
   */
  public static final String REORDER = "STARLING_REORDER";

  /**
   * What turns objects into messages: {@code java} (the default), or the name of a {@link
   * io.starling.collectives.Codec} that the class path or module path provides as a service, such
   * as {@code fory}.
   */
  public static final String CODEC = "STARLING_CODEC";

  private JobVariables() {}
}
