package io.starling.objects.protocol;

import io.starling.objects.ObjectId;
import java.util.List;
import java.util.Set;

/**
 * Asked of the store that keeps an object's directory entry. Who asks may repeat a question, and
 * gets the same answer again.
 */
public sealed interface ToPrimary extends Message, Message.OfObject {

  /**
   * A put begins. Answers: {@link FromPrimary.Accepted}, {@link FromPrimary.Exists}, {@link
   * FromPrimary.Gone}.
   *
   * @param stamp names this put; no other put has it
   * @param reduced whether it is the result of the reduce to this object
   */
  record Publish(ObjectId id, ObjectType type, long size, long stamp, boolean reduced)
      implements ToPrimary {}

  /** A whole small object; answers as for {@link Publish}. */
  record PutValue(ObjectId id, ObjectType type, long stamp, byte[] value) implements ToPrimary {}

  /** The asker's copy is complete. No answer. */
  record Completed(ObjectId id) implements ToPrimary {}

  /** The asker does not fetch the object any more. No answer. */
  record Abandoned(ObjectId id) implements ToPrimary {}

  /** The writer of the put with this stamp gave up. No answer. */
  record Retracted(ObjectId id, long stamp) implements ToPrimary {}

  /**
   * Asks for sources to fetch from, or for others when the last were lost. Answers: {@link
   * FromPrimary.Value}, {@link FromPrimary.Granted}, {@link FromPrimary.Gone}; none as long as
   * there is no source.
   *
   * @param lane what has no source
   * @param avoid a store that could not serve, or {@link View#NO_STORE}
   */
  record Locate(ObjectId id, Lane lane, int avoid) implements ToPrimary {}

  /**
   * The asker wants the memory of its copy. Answers: {@link FromPrimary.Withdrawn}, {@link
   * FromPrimary.Stays}.
   */
  record Withdraw(ObjectId id) implements ToPrimary {}

  /** Erases the object everywhere, for good. Answer: {@link FromPrimary.Erased}. */
  record Delete(ObjectId id) implements ToPrimary {}

  /**
   * Asks to hear of the object. Answers: {@link FromPrimary.Seen} and {@link FromPrimary.Unseen},
   * at first and when that changes, and when it is complete; {@link FromPrimary.Gone}.
   */
  record Watch(ObjectId id) implements ToPrimary {}

  /** Ends {@link Watch}. No answer. */
  record Unwatch(ObjectId id) implements ToPrimary {}

  /**
   * Asks for the reduction of the first sources that come. Answer: {@link FromPrimary.Reduced},
   * when the result is there or can't be.
   *
   * @param id names the reduce; it has a directory entry of its own
   * @param asker the store that wants the result; the root of the tree is there if it can be
   * @param target the object that the result becomes
   * @param sources the objects
   * @param count how many of them are reduced
   * @param operator the name of a predefined operator
   */
  record Reduce(
      ObjectId id, int asker, ObjectId target, List<ObjectId> sources, int count, String operator)
      implements ToPrimary {

    public Reduce {
      sources = List.copyOf(sources);
    }

    /** Whether two questions have the same answer, whichever store asks. */
    public boolean asksTheSame(Reduce other) {
      return target.equals(other.target)
          && Set.copyOf(sources).equals(Set.copyOf(other.sources))
          && count == other.count
          && operator.equals(other.operator);
    }

    /** Why there can't be a result. */
    public String tooFew(int gone) {
      return "it needs %d of its %d sources, of which only %d can still come; the others were deleted, or their reduces failed"
          .formatted(count, sources.size(), sources.size() - gone);
    }

    /** Why another reduce to the same target can't be. */
    public String obstacle() {
      return "another reduce makes it, by %s of %d of %d objects; take a new id"
          .formatted(operator, count, sources.size());
    }
  }

  /** Answers: {@link FromPrimary.Description}, {@link FromPrimary.Gone}. */
  record Describe(ObjectId id) implements ToPrimary {}
}
