package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.api.JobFile;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.BitSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The store of a job that has joined another one, in its launcher. It is below the other job's
 * store, so both jobs have their values, failures and agreements in common.
 *
 * <p>When the store above is lost, this one closes all its connections. All methods may be called
 * by any thread.
 */
public final class GuestStore implements AutoCloseable {

  private final OwnAffairs own;
  private final AgentStore store;

  private GuestStore(OwnAffairs own, AgentStore store) {
    this.own = own;
    this.store = store;
  }

  /**
   * Joins the other job; no rank can join here yet.
   *
   * @param job that to be joined
   * @param number of this store; no other agent of the job has it
   * @param silence the silence after which a store is considered lost; the same in both jobs
   * @param listener hears the other launcher
   * @param aborted takes a rank that ends its job, and the status; must not wait
   * @throws IOException if it can't listen on this host
   * @throws io.starling.runtime.StarlingException if the job can't be reached, or refuses
   */
  public static GuestStore join(
      JobFile job,
      int number,
      Duration silence,
      AgentLink.Listener listener,
      BiConsumer<Integer, Integer> aborted)
      throws IOException {
    OwnAffairs own = new OwnAffairs(aborted);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new GuestStore(own, AgentStore.join(job, number, loopback, silence, listener, own));
  }

  /** The address and secret with which a rank joins. */
  public JobFile jobFile() {
    return store.jobFile();
  }

  /**
   * Lets ranks join here; to be called before they are started.
   *
   * @param capacity how many ranks the job can have
   */
  public void serve(int capacity, int first, int count) {
    BitSet ranks = new BitSet();
    ranks.set(first, first + count);
    store.serve(capacity, ranks);
  }

  /** Publishes a value to the ranks of both jobs, as a rank could. */
  public void put(String key, byte[] value) {
    store.put(key, value);
  }

  /** Sends a message to the other launcher without waiting. */
  public void tell(byte[] message) {
    store.tell(message);
  }

  /** How many ranks have come to their main methods. */
  public int started() {
    return own.started();
  }

  /**
   * Asks every rank here to print its threads to stderr.
   *
   * @return the ranks that did so in time
   */
  public Set<Integer> requestReports(Duration patience) throws InterruptedException {
    store.requestReports(own.begin());
    return own.await(patience);
  }

  /** Leaves the other job, which considers this store lost. */
  @Override
  public void close() {
    store.close();
  }
}
