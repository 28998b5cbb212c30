package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.runtime.ResultRequest;

/** A communicator of two groups. */
public final class Intercomm extends Comm {

  Intercomm(AnyCommunicator any, Errhandler errhandler) {
    super(any, errhandler);
  }

  private Intercomm(ResultRequest<? extends AnyCommunicator> pending, Errhandler errhandler) {
    super(pending, errhandler);
  }

  @Override
  Comm like(AnyCommunicator duplicate) {
    return new Intercomm(duplicate, handler());
  }

  @Override
  Comm like(ResultRequest<? extends AnyCommunicator> duplicate) {
    return new Intercomm(duplicate, handler());
  }

  @Override
  public Intercomm clone() {
    return (Intercomm) cloned();
  }

  @Override
  public Intercomm dup() throws MPIException {
    return (Intercomm) duplicated();
  }

  @Override
  public Intercomm dupWithInfo(Info info) throws MPIException {
    return (Intercomm) duplicatedWithInfo(info);
  }

  @Override
  public Intercomm iDup() throws MPIException {
    return (Intercomm) duplicating();
  }

  /**
   * The number of ranks of the remote group.
   *
   * @return at least 1
   * @throws MPIException if there is no remote group
   */
  public int getRemoteSize() throws MPIException {
    return Calls.call(handler(), () -> inter().remoteSize());
  }

  /**
   * The remote group.
   *
   * @return a group
   * @throws MPIException if there is no remote group
   */
  public Group getRemoteGroup() throws MPIException {
    return Calls.call(handler(), () -> new Group(inter().remoteGroup()));
  }

  /**
   * Makes a communicator of both groups.
   *
   * @param high whether the local group comes after the remote one
   * @return the communicator
   * @throws MPIException if there is no remote group, or a rank has failed
   */
  public Intracomm merge(boolean high) throws MPIException {
    return Calls.call(handler(), () -> new Intracomm(inter().merge(high), handler()));
  }

  /**
   * The intercommunicator with the ranks that have started this one.
   *
   * @return it, or the null communicator if the job began with this rank
   * @throws MPIException outside Init and Finalize
   */
  public static Intercomm getParent() throws MPIException {
    Intercomm parent =
        Calls.call(
            () ->
                new Intercomm(
                    MPI.COMM_WORLD.intra().parent().orElse(null), MPI.COMM_WORLD.handler()));
    if (!parent.isNull()) {
      parent.setName("MPI_COMM_PARENT");
    }
    return parent;
  }
}
