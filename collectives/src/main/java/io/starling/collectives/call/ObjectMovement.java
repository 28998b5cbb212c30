package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Collectives that move objects. A rank that can't encode its object takes part with the reason in
 * its place, so that no other rank waits; a rank that can't decode has received everything before.
 *
 * <p>Gather and scatter are messages between the root and each rank. The objects of all ranks meet
 * in an allgather of lengths, one of bytes, and a broadcast for each array.
 */
final class ObjectMovement {

  private final Member member;
  private final ObjectCoder coder;
  private final ObjectTransfer transfer;
  private final DataMovement dataMovement;
  private final ObjectBroadcast broadcast;
  private final int rank;
  private final int size;

  ObjectMovement(
      Member member, ObjectCoder coder, ObjectTransfer transfer, DataMovement dataMovement) {
    this.member = member;
    this.coder = coder;
    this.transfer = transfer;
    this.dataMovement = dataMovement;
    broadcast = new ObjectBroadcast(member, dataMovement);
    rank = member.context().rank();
    size = member.context().size();
  }

  Object broadcast(Object value, int root) {
    check(root);
    Supplier<String> call = () -> "broadcastObject from root " + root;
    if (rank == root) {
      ObjectCoder.Own own = coder.encodeOrExplain(value, call);
      broadcast(own.parcel(), root);
      own.check();
      coder.release(own.parcel());
      return value;
    }
    return coder.decode(broadcast(null, root), call);
  }

  /** Broadcasts a parcel of the root, which the other ranks receive; they pass null. */
  ParcelReader broadcast(ParcelWriter parcel, int root) {
    try (Member.Entry _ = member.enter()) {
      return broadcast.run(parcel, root);
    }
  }

  private void check(int root) {
    member.checkUsable();
    member.arguments().root(root);
  }

  List<Object> gather(Object value, int root) {
    check(root);
    Supplier<String> call = () -> "gatherObjects at root " + root;
    int sequence = next();
    if (rank != root) {
      ObjectCoder.Own own = coder.encodeOrExplain(value, call);
      send(own.parcel(), root, sequence);
      own.check();
      coder.release(own.parcel());
      return List.of();
    }
    return decode(receiveFromAll(sequence, call), value, call);
  }

  private ParcelReader[] receiveFromAll(int sequence, Supplier<String> call) {
    ObjectTransfer.Receive[] receives = new ObjectTransfer.Receive[size];
    ParcelReader[] parcels = new ParcelReader[size];
    try (Member.Entry _ = member.enter()) {
      for (int source = 0; source < size; source++) {
        if (source != rank) {
          receives[source] = transfer.receiveStep(source, sequence, call);
          receives[source].begin();
        }
      }
      for (int source = 0; source < size; source++) {
        parcels[source] = source == rank ? null : receives[source].await();
      }
    }
    return parcels;
  }

  /** The objects of all parcels and this rank's own; the first failure of any. */
  private List<Object> decode(ParcelReader[] parcels, Object own, Supplier<String> call) {
    Object[] values = new Object[size];
    for (int source = 0; source < size; source++) {
      int sender = source;
      values[source] =
          source == rank
              ? own
              : coder.decode(parcels[source], () -> call.get() + ", from rank " + sender);
    }
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  Object scatter(List<?> values, int root) {
    check(root);
    Supplier<String> call = () -> "scatterObjects from root " + root;
    int sequence = next();
    if (rank != root) {
      return coder.decode(receive(root, sequence, call), call);
    }
    ObjectCoder.Own[] parts = parts(values, call);
    Call[] sends = new Call[size];
    try (Member.Entry _ = member.enter()) {
      for (int peer = 0; peer < size; peer++) {
        if (peer != rank) {
          sends[peer] = transfer.sendStep(parts[peer].parcel(), peer, sequence);
          sends[peer].begin();
        }
      }
      for (int peer = 0; peer < size; peer++) {
        if (peer != rank) {
          member.engine().waits().await(sends[peer].operation());
          sends[peer].release();
        }
      }
    }
    parts[rank].check();
    return parts[rank].value();
  }

  /** The parcels to each rank; the same failure for all if there is one. */
  private ObjectCoder.Own[] parts(List<?> values, Supplier<String> call) {
    Object[] all;
    try {
      all = check(values);
    } catch (IllegalArgumentException e) {
      return all(e);
    } catch (RuntimeException | Error e) {
      return all(
          new StarlingException(
              "rank %d, %s: the list of values has thrown %s"
                  .formatted(member.engine().rank(), call.get(), e),
              e));
    }
    ObjectCoder.Own[] parts = new ObjectCoder.Own[size];
    for (int peer = 0; peer < size; peer++) {
      int receiver = peer;
      parts[peer] =
          peer == rank
              ? new ObjectCoder.Own(all[rank], null, null)
              : coder.encodeOrExplain(all[peer], () -> call.get() + ", to rank " + receiver);
      if (parts[peer].failure() != null) {
        return all(parts[peer].failure());
      }
    }
    return parts;
  }

  private Object[] check(List<?> values) {
    member.arguments().present("values", values);
    Object[] all = values.toArray();
    if (all.length != size) {
      throw member
          .arguments()
          .refuse("values must be %d objects, not %d".formatted(size, all.length));
    }
    return all;
  }

  private ObjectCoder.Own[] all(RuntimeException failure) {
    ObjectCoder.Own[] parts = new ObjectCoder.Own[size];
    Arrays.fill(parts, coder.failed(failure));
    return parts;
  }

  List<Object> allgather(Object value) {
    member.checkUsable();
    Supplier<String> call = () -> "allgatherObjects";
    ObjectCoder.Own own = coder.encodeOrExplain(value, call);
    ParcelReader[] parcels;
    try (Member.Entry _ = member.enter()) {
      parcels = exchange(own.parcel());
    }
    own.check();
    coder.release(own.parcel());
    return decode(parcels, value, call);
  }

  private ParcelReader[] exchange(ParcelWriter own) {
    long[] lengths = new long[size];
    dataMovement.allgather(Buffer.of((long) own.length()), Buffer.of(lengths)).run();
    long total = Arrays.stream(lengths).sum();
    if (total > Integer.MAX_VALUE - 8) {
      throw member
          .arguments()
          .refuse(
              "allgatherObjects: the objects have %d bytes without their large arrays; 2 GiB are the limit"
                  .formatted(total));
    }
    byte[] all = new byte[(int) total];
    dataMovement.allgatherv(own.part(0, own.length()), Buffer.of(all), Counts.of(lengths)).run();
    ParcelReader[] parcels = new ParcelReader[size];
    int at = 0;
    for (int source = 0; source < size; source++) {
      parcels[source] = new ParcelReader(all, at, (int) lengths[source]);
      broadcast.arrays(source == rank ? own : null, parcels[source], source);
      at += (int) lengths[source];
    }
    return parcels;
  }

  /** Sends a parcel as a step of a collective. */
  void send(ParcelWriter parcel, int destination, int sequence) {
    try (Member.Entry _ = member.enter()) {
      transfer.sendStep(parcel, destination, sequence).run();
    }
  }

  /** Receives a parcel as a step of a collective. */
  ParcelReader receive(int source, int sequence, Supplier<String> call) {
    try (Member.Entry _ = member.enter()) {
      ObjectTransfer.Receive receive = transfer.receiveStep(source, sequence, call);
      receive.begin();
      return receive.await();
    }
  }

  /** The number of a new collective that sends objects as messages. */
  int next() {
    try (Member.Entry _ = member.enter()) {
      return member.nextObjectCollective();
    }
  }
}
