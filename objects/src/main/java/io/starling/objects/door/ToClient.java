package io.starling.objects.door;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.StoreSurvey;
import java.util.List;

/** What a store says to a program. */
public sealed interface ToClient {

  /** The call that it answers. */
  long call();

  /** The program may write its object at an offset of the memory. */
  record Writable(long call, long offset) implements ToClient {}

  /**
   * A put or a delete is done.
   *
   * @param created false if another put was first
   */
  record Done(long call, boolean created) implements ToClient {}

  /** The whole of a small object. */
  record Value(long call, ObjectType type, byte[] value) implements ToClient {}

  /**
   * A part of a large object is there.
   *
   * @param offset where it begins in the memory
   * @param watermark the bytes that are there, from the first
   * @param content grows when the bytes that were there count no more
   */
  record Progress(
      long call,
      ObjectType type,
      long size,
      long offset,
      long watermark,
      long content,
      boolean complete)
      implements ToClient {}

  /** A watched object is complete. */
  record Complete(long call, ObjectId id) implements ToClient {}

  /** A watched object will never be. */
  record Gone(long call, Failure kind, ObjectId id, String text) implements ToClient {}

  /** The reduction is complete, and has these sources. */
  record Reduced(long call, List<ObjectId> members) implements ToClient {

    public Reduced {
      members = List.copyOf(members);
    }
  }

  /** What the directory knows of an object. */
  record Described(long call, FromPrimary.Description description) implements ToClient {}

  /** What the stores have that have answered in time. */
  record Surveyed(long call, List<StoreSurvey> stores) implements ToClient {

    public Surveyed {
      stores = List.copyOf(stores);
    }
  }

  /** The call can't be done. */
  record Failed(long call, Failure kind, ObjectId id, String text) implements ToClient {}

  /** Why a call can't be done. */
  enum Failure {
    /** The object was deleted. */
    DELETED,
    /** The reduce to the object failed. */
    REDUCE,
    /** The store is full. */
    FULL,
    /** The call asks for something that can't be. */
    WRONG,
    /** The store reaches too few other stores. */
    NO_QUORUM,
    /** Anything else. */
    OTHER
  }
}
