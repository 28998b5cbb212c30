package io.starling.objects.protocol;

import io.starling.objects.ObjectId;
import java.util.List;

/** Answers and orders of the store that keeps an object's directory entry. */
public sealed interface FromPrimary extends Message, Message.OfObject {

  /** The put with this stamp is the object. */
  record Accepted(ObjectId id, long stamp) implements FromPrimary {}

  /** The put with this stamp is not: the object exists. */
  record Exists(ObjectId id, long stamp) implements FromPrimary {}

  /**
   * There is no such object any more, and will be none.
   *
   * @param failure why the reduce to it failed; empty if the object was deleted
   */
  record Gone(ObjectId id, String failure) implements FromPrimary {}

  /** A small object, whole. */
  record Value(ObjectId id, ObjectType type, byte[] value) implements FromPrimary {}

  /**
   * Where to fetch both halves from, or one. It also comes unasked, when a source serves more than
   * it should and another one is free.
   */
  record Granted(ObjectId id, ObjectType type, long size, List<Source> sources)
      implements FromPrimary {

    public Granted {
      sources = List.copyOf(sources);
    }
  }

  /**
   * Where to fetch a half from.
   *
   * @param stamp of the put whose copy it is; 0 for a copy that is fetched
   */
  record Source(Lane half, int store, long stamp) {}

  /** The copy may go. */
  record Withdrawn(ObjectId id) implements FromPrimary {}

  /** The copy has to stay: it serves another store, or is the only one. */
  record Stays(ObjectId id) implements FromPrimary {}

  /**
   * The copy is an original from now on, which stays until it is deleted: the last original is
   * lost.
   */
  record Pin(ObjectId id) implements FromPrimary {}

  /** As {@link Gone}; the receiver has a copy, which has to go. */
  record Drop(ObjectId id, String failure) implements FromPrimary {}

  /** The delete is done: no later get finds the object. */
  record Erased(ObjectId id) implements FromPrimary {}

  /** A watched object. */
  record Seen(ObjectId id, ObjectType type, long size, int holder, boolean complete)
      implements FromPrimary {}

  /** A watched object is not there: it was not put, or its writer gave up. It may come yet. */
  record Unseen(ObjectId id) implements FromPrimary {}

  /**
   * A reduce is over.
   *
   * @param members the sources that the result has
   * @param failure why there is no result; empty if there is one
   */
  record Reduced(ObjectId id, List<ObjectId> members, String failure) implements FromPrimary {

    public Reduced {
      members = List.copyOf(members);
    }
  }

  /**
   * What is known of an object; without places and value, the object is unknown.
   *
   * @param since when its entry was made, in milliseconds since 1970
   */
  record Description(
      ObjectId id, ObjectType type, long size, boolean inline, long since, List<Place> places)
      implements FromPrimary {

    public Description {
      places = List.copyOf(places);
    }
  }

  /**
   * A copy in a description.
   *
   * @param evenSource where one half is fetched from, or {@link View#NO_STORE}
   * @param oddSource where the other half is fetched from
   * @param readers the halves that other stores fetch from it
   */
  record Place(
      int store, boolean complete, boolean original, int evenSource, int oddSource, int readers) {}
}
