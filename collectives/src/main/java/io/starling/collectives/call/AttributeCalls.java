package io.starling.collectives.call;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.AttributeKey;
import io.starling.collectives.Attributes;
import io.starling.collectives.Hints;
import java.util.Optional;

/** The values that libraries keep with a communicator or intercommunicator. */
public abstract sealed class AttributeCalls extends PointToPointCalls implements Attributes
    permits ObjectMessageCalls {

  private final Member member;

  AttributeCalls(Member member) {
    super(member);
    this.member = member;
  }

  /** What the functions of keys get. */
  protected abstract AnyCommunicator self();

  @Override
  public final <T> Optional<T> attribute(AttributeKey<T> key) {
    member.checkUsable();
    member.arguments().present("key", key);
    return member.attributes().get(key);
  }

  @Override
  public final <T> void setAttribute(AttributeKey<T> key, T value) {
    member.checkUsable();
    member.arguments().present("key", key);
    member.arguments().present("value", value);
    member.attributes().set(self(), key, value);
  }

  @Override
  public final boolean deleteAttribute(AttributeKey<?> key) {
    member.checkUsable();
    member.arguments().present("key", key);
    return member.attributes().delete(self(), key);
  }

  @Override
  public final Hints hints() {
    member.checkUsable();
    return member.attributes().hints();
  }

  @Override
  public final void setHints(Hints hints) {
    member.checkUsable();
    member.arguments().present("hints", hints);
    member.attributes().add(hints);
  }

  /**
   * Gives a duplicate of this communicator the hints and the attributes that it shall have.
   *
   * @param close closes the duplicate if the function of a key throws
   */
  protected final <C extends AttributeCalls> C withAttributes(C duplicate, Runnable close) {
    try {
      AttributeCalls itsCalls = duplicate;
      itsCalls.member.attributes().add(hints());
      member.attributes().copyTo(itsCalls.member.attributes(), self(), itsCalls.self());
      return duplicate;
    } catch (RuntimeException | Error e) {
      closeAfter(e, close);
      throw e;
    }
  }

  /** Closes what is of no use after a failure; that failure is what the program gets. */
  protected static void closeAfter(Throwable reason, Runnable close) {
    try {
      close.run();
    } catch (RuntimeException | Error refusal) {
      reason.addSuppressed(refusal);
    }
  }
}
