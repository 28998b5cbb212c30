package io.starling.collectives;

/**
 * What a {@link Communicator} and an {@link Intercommunicator} have in common (MPI 4.1, chapter 7):
 * messages, the collectives without scans, a name and attributes. In an intercommunicator, {@link
 * #rank}, {@link #size} and {@link #group} are those of the local group.
 */
public sealed interface AnyCommunicator
    extends ArrayMessages,
        PartitionedMessages,
        ObjectMessages,
        DataMovementCollectives,
        FoldingCollectives,
        Attributes,
        AutoCloseable
    permits Communicator, Intercommunicator {

  /**
   * The number of this rank in its group (MPI_Comm_rank).
   *
   * @return 0 to {@link #size()} - 1
   */
  @Override
  int rank();

  /**
   * The number of ranks in this rank's group (MPI_Comm_size).
   *
   * @return at least 1
   */
  @Override
  int size();

  /**
   * The processes of this rank's group in the order of their ranks (MPI_Comm_group).
   *
   * @return the group, which outlives this communicator
   */
  Group group();

  /**
   * The number of this process, which is the same in all groups: {@code group.contains(process())},
   * {@code group.rankOf(process())} (MPI_Group_rank). In the communicator of a job it equals {@link
   * #rank()}, but not in the one of ranks that were started later.
   *
   * @return 0 or more
   */
  default int process() {
    return group().process(rank());
  }

  /**
   * The name, for messages (MPI_Comm_get_name). The name of a new communicator consists of its
   * parent's name and the call that made it: {@code world.split()}.
   *
   * @return the name, never null; the ranks may have given different names
   */
  String name();

  /**
   * Sets the name, on this rank only (MPI_Comm_set_name).
   *
   * @param name any text
   * @throws IllegalArgumentException if {@code name} is null
   */
  void rename(String name);

  /**
   * Closes it (MPI_Comm_free). All ranks close it, after all of their operations on it have ended.
   * A second close does nothing.
   *
   * @throws IllegalStateException if operations of this rank are open
   */
  @Override
  void close();
}
