package mpi;

import io.starling.collectives.Intercommunicator;

/** A communicator of two groups: messages go to ranks of the remote one and come from there. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Intercomm extends Comm {

  Intercomm(Intercommunicator communicator, Session session) {
    super(communicator, communicator.remoteGroup(), session);
  }

  private Intercommunicator ready() {
    Session.current();
    return (Intercommunicator) starlings();
  }

  /**
   * A communicator of the same groups. All processes of both call it.
   *
   * @return an Intercomm
   */
  @Override
  @SuppressWarnings({"CloneDeclaresCloneNotSupported", "checkstyle:NoClone"})
  public Object clone() throws MPIException {
    try {
      return new Intercomm(session().keep(ready().duplicate()), session());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * The number of processes in the remote group.
   *
   * @return at least 1
   */
  public int Remote_size() throws MPIException {
    return ready().remoteSize();
  }

  /**
   * The remote group.
   *
   * @return the group
   */
  public Group Remote_group() throws MPIException {
    return new Group(ready().remoteGroup());
  }

  /**
   * A communicator of both groups. All processes of both call it.
   *
   * @param high whether the local group comes second
   * @return the new communicator
   */
  public Intracomm Merge(boolean high) throws MPIException {
    try {
      return new Intracomm(session().keep(ready().merge(high)), session());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
