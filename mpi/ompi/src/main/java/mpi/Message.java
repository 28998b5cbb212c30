package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.nio.Buffer;
import java.util.Optional;

/** A message that a probe has taken: only this object can receive it. */
public final class Message {

  private io.starling.collectives.Message message;
  private Comm communicator;

  /** The null message. */
  public Message() {}

  /**
   * Whether it is null.
   *
   * @return true before a probe and after the receive
   */
  public boolean isNull() {
    return message == null;
  }

  /**
   * Whether it came from PROC_NULL.
   *
   * @return true if there is no message to receive
   */
  public boolean isNoProc() {
    return message != null && message.status().source() == Values.PROC_NULL;
  }

  /**
   * Waits for a message and takes it.
   *
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param tag the tag of the message, or ANY_TAG
   * @param communicator where it comes from
   * @return its status
   * @throws MPIException if an argument is wrong, or the peer has failed
   */
  public Status mProbe(int source, int tag, Comm communicator) throws MPIException {
    return Calls.call(
        communicator.handler(),
        () -> {
          AnyCommunicator any = communicator.any();
          Messages.checkSource(communicator, source, tag);
          return take(any.matchedProbe(source, tag), communicator);
        });
  }

  /**
   * Takes a message if there is one.
   *
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param tag the tag of the message, or ANY_TAG
   * @param communicator where it comes from
   * @return its status; null if there is none
   * @throws MPIException if an argument is wrong, or the peer has failed
   */
  public Status imProbe(int source, int tag, Comm communicator) throws MPIException {
    return Calls.call(
        communicator.handler(),
        () -> {
          AnyCommunicator any = communicator.any();
          Messages.checkSource(communicator, source, tag);
          Optional<io.starling.collectives.Message> found = any.iMatchedProbe(source, tag);
          return found.isEmpty() ? null : take(found.get(), communicator);
        });
  }

  private Status take(io.starling.collectives.Message taken, Comm from) {
    message = taken;
    communicator = from;
    return Status.of(taken.status());
  }

  /**
   * Receives the message.
   *
   * @param buffer an array or a buffer
   * @param count the number of elements that fit
   * @param type of each
   * @return its status
   * @throws MPIException if this is the null message, or the message is too long
   */
  public Status mRecv(Object buffer, int count, Datatype type) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          io.starling.runtime.Buffer into = Buffers.of(buffer, count, type);
          return Status.of(taken().receive(into));
        });
  }

  /**
   * Starts to receive the message.
   *
   * @param buffer a direct buffer
   * @param count the number of elements that fit
   * @param type of each
   * @return the request
   * @throws MPIException if this is the null message
   */
  public Request imRecv(Buffer buffer, int count, Datatype type) throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          io.starling.runtime.Buffer into = Buffers.of(buffer, count, type);
          return new Request(taken().iReceive(into), communicator, true, true);
        });
  }

  private Errhandler handler() {
    return communicator == null ? MPI.COMM_WORLD.handler() : communicator.handler();
  }

  private io.starling.collectives.Message taken() {
    if (message == null) {
      throw new Failure(ErrorClass.REQUEST, "a null message can't be received");
    }
    io.starling.collectives.Message taken = message;
    message = null;
    return taken;
  }
}
