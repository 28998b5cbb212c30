package io.starling.objects;

import io.starling.objects.client.StoreConnections;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A program's door to the objects that the stores of all hosts keep together (Hoplite, SIGCOMM
 * 2021, section 3). An object is immutable, has an id, and can be got by every program as soon as
 * it exists. A get may come before the put.
 *
 * <pre>{@code
 * try (ObjectStore store = ObjectStore.connect()) {
 *   store.put(ObjectId.of("gradient 7"), Buffer.of(gradient));
 *   Reduction sum = store.reduce(ObjectId.random(), gradients, 4, ReductionOperator.SUM);
 *   try (ObjectView view = store.get(sum.target())) {
 *     float[] result = view.floats();
 *   }
 * }
 * }</pre>
 *
 * <p>An object stays until it is deleted, or the last store that has it dies. Objects below 64 KB
 * are on two stores; larger ones are where they were put, and wherever they were got.
 *
 * <p>Any thread may call. Calls that wait can be interrupted: they throw {@link
 * java.util.concurrent.CancellationException} and set the thread's interrupt status; the connection
 * stays. When the store ends, every call that waits throws {@link StoreLostException}.
 *
 * <p>A store that reaches too few others, see {@link NoQuorumException}, gets two silences to find
 * them: one until it notices, one in which calls wait. Then all that wait fail, gets of objects
 * that nothing has put among them, and so do new calls, until it reaches enough others. Only {@link
 * #report} answers, and gets of objects that the store has itself.
 */
public interface ObjectStore extends AutoCloseable {

  /** The environment variable that names the store of a program: a file, or a name. */
  String VARIABLE = "STARLING_OBJECTS";

  /**
   * Connects to the store of this host that {@link #VARIABLE} names. {@code starling run --objects}
   * sets it. Without it, this is the store that {@code starling objects serve} started without a
   * name.
   *
   * @return a connection; the store drops what is half put when it ends
   * @throws StoreLostException if there is no store, it belongs to another user, or it is stopped
   *     and has not answered for ten seconds
   */
  static ObjectStore connect() {
    return StoreConnections.connect(System.getenv());
  }

  /**
   * Connects to a store of this host.
   *
   * @param file the file that the store wrote; it contains the secret
   * @return a connection
   * @throws StoreLostException if there is no store, it belongs to another user, or it is stopped
   *     and has not answered for ten seconds
   */
  static ObjectStore connect(Path file) {
    return StoreConnections.connect(file);
  }

  /**
   * Starts a store on a thread of this program. It has the lowest latency, and ends with the
   * program. A platform thread that waits for an answer runs the store meanwhile.
   *
   * @param configuration its memory, and which stores it joins
   * @return the door to it; {@link #close} ends the store
   * @throws io.starling.runtime.StarlingException if it can't listen, or can't join
   */
  static ObjectStore embedded(StoreConfiguration configuration) {
    return StoreConnections.embedded(configuration);
  }

  /**
   * Puts an object, and waits until every program can get it.
   *
   * @param id its id, which no other object has or had
   * @param data one element or more; elements with gaps are packed
   * @return false if another put or a reduce of this id was first, even one that is not done; then
   *     this call changed nothing
   * @throws IllegalArgumentException if there is no data, or it is on a device
   * @throws StoreFullException if the store has no room for it
   * @throws ObjectDeletedException if the object was deleted
   * @throws ReduceFailedException if a reduce that would make the object failed
   */
  boolean put(ObjectId id, Buffer data);

  /**
   * Puts an object under a new id.
   *
   * @param data one element or more
   * @return the id
   * @throws StoreFullException if the store has no room for it
   */
  default ObjectId put(Buffer data) {
    ObjectId id = ObjectId.random();
    put(id, data);
    return id;
  }

  /**
   * Puts an object and does not wait for it. The data must not change before the future is done.
   *
   * @param id its id
   * @param data one element or more
   * @return what {@link #put(ObjectId, Buffer)} returns; it fails with what that throws
   */
  CompletableFuture<Boolean> putAsync(ObjectId id, Buffer data);

  /**
   * Puts a Java object in serialised form; {@link ObjectView#object} reads it.
   *
   * @param id its id
   * @param value a serialisable object
   * @return false if an object with this id was there first
   * @throws IllegalArgumentException if it can't be serialised
   */
  boolean putObject(ObjectId id, Serializable value);

  /**
   * Begins an object that the program writes in the memory of the store. Others can fetch the bytes
   * that are written already.
   *
   * @param id its id
   * @param type a basic datatype
   * @param count the number of elements, 1 or more
   * @return the place to write to
   * @throws IllegalArgumentException if there is no element, or the type is not basic
   * @throws StoreFullException if the store has no room for it
   */
  ObjectWriter create(ObjectId id, Datatype type, long count);

  /**
   * Gets an object, and waits for it as long as it takes.
   *
   * @param id its id
   * @return the whole object; its memory stays until the view is closed
   * @throws ObjectDeletedException if the object was deleted
   * @throws ReduceFailedException if a reduce that would make the object failed
   * @throws StoreFullException if the store has no room for a copy
   */
  ObjectView get(ObjectId id);

  /**
   * Gets an object that is whole, or becomes so in time.
   *
   * @param id its id
   * @param patience how long it waits; less than 50 ms counts as 50 ms, in which a directory
   *     answers
   * @return the whole object; empty if it was not there in time
   * @throws ObjectDeletedException if the object was deleted
   * @throws ReduceFailedException if a reduce that would make the object failed
   * @throws StoreFullException if the store has no room for a copy
   */
  Optional<ObjectView> get(ObjectId id, Duration patience);

  /**
   * Gets an object and does not wait for it. {@link CompletableFuture#cancel} ends the get.
   *
   * @param id its id
   * @return the whole object, to be closed
   */
  CompletableFuture<ObjectView> getAsync(ObjectId id);

  /**
   * Copies an object while it arrives.
   *
   * @param id its id
   * @param into as many elements of the same type as the object has
   * @throws IllegalArgumentException if type or size is another one, or {@code into} has gaps
   * @throws ObjectDeletedException if the object was deleted
   * @throws ReduceFailedException if a reduce that would make the object failed
   */
  void read(ObjectId id, Buffer into);

  /**
   * Waits until some of several objects are complete, wherever they are.
   *
   * @param ids the objects
   * @param count how many of them are enough, 1 to all
   * @param patience how long it waits; less than 50 ms counts as 50 ms, in which a directory
   *     answers
   * @return which objects are there and which are missing
   * @throws ObjectDeletedException if so many were deleted that the others are not enough
   * @throws ReduceFailedException the same, if the last of them is of a reduce that failed
   */
  Ready await(Collection<ObjectId> ids, int count, Duration patience);

  /**
   * Reduces the first objects that come to a new one (Hoplite, section 4.3). It does not wait. The
   * result can be got and reduced at once, and arrives while it is made. From the call on, the
   * target is this reduce's: a put of it returns false. A delete of the target ends the reduce.
   *
   * <p>The same call may be repeated, by any program, until a minute after the end: all get the
   * same answer. The reduce fails with {@link ReduceFailedException} if the target exists, if
   * another reduce makes it, if too many sources were deleted, if sources differ in type or size,
   * or if a store has no room for the result; then get, read and await of the target throw it, too,
   * for a minute or two.
   *
   * @param target the id of the result
   * @param sources the objects; all that come have the same type and size
   * @param count how many of them are reduced, 1 to all
   * @param operator a predefined operator
   * @return what becomes of it
   * @throws IllegalArgumentException if the operator is not predefined: a store can't run the code
   *     of a program
   */
  Reduction reduce(
      ObjectId target, Collection<ObjectId> sources, int count, ReductionOperator operator);

  /**
   * What the stores know of an object.
   *
   * @param id its id
   * @return empty if there is none
   * @throws ObjectDeletedException if it was deleted
   * @throws ReduceFailedException if a reduce that would make it failed
   */
  Optional<ObjectInfo> info(ObjectId id);

  /**
   * Deletes objects, and waits until no later get finds them. Who reads one goes on reading. Their
   * ids must not be used again: stores remember a delete for a minute only.
   *
   * @param ids the objects, whether they exist or not
   */
  void delete(Collection<ObjectId> ids);

  /**
   * Deletes an object; see {@link #delete(Collection)}.
   *
   * @param id the object
   */
  default void delete(ObjectId id) {
    delete(List.of(id));
  }

  /**
   * What the stores have, each store asked once.
   *
   * @param withObjects whether to list every object, too
   * @return one report for each store that answered within a second; {@link StoreReport#noQuorum}
   *     says which of them reach too few others
   */
  List<StoreReport> report(boolean withObjects);

  /** Ends the connection; puts that are not done and gets that are open end with it. */
  @Override
  void close();
}
