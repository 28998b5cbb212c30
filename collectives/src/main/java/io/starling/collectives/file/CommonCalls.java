package io.starling.collectives.file;

import io.starling.collectives.call.Member;
import io.starling.runtime.Request;
import java.util.function.Function;

/**
 * The blocking calls of all ranks on a file. An interrupt ends such a call of this rank, but none
 * of its steps: the same call, made again, goes on where it stopped, and any other one brings it to
 * its end before. A rank that left out the steps to come would let the others wait.
 *
 * <pre>
 * other ranks     setSize: agree ── resize ── agree                 close: agree ...
 * this rank       setSize: agr ✗   setSize: ee ── agree             close: agree ...
 *                       interrupt
 * </pre>
 */
final class CommonCalls {

  /**
   * A call that has begun.
   *
   * @param name what makes two calls the same
   * @param body what it does, all in steps; it runs again after an interrupt
   */
  private record Course(Object name, Function<Steps, ?> body, Steps steps) {}

  private final Member member;
  private volatile Course left;

  CommonCalls(Member member) {
    this.member = member;
  }

  /** Makes a call, or goes on with it. */
  @SuppressWarnings("unchecked") // Calls of the same name have results of the same type.
  <T> T run(Object name, Function<Steps, T> body) {
    finishOtherThan(name);
    Course begun = left;
    return (T) run(begun == null ? new Course(name, body, new Steps(member)) : begun);
  }

  private Object run(Course course) {
    left = null;
    course.steps.rewind();
    try {
      return course.body.apply(course.steps);
    } catch (RuntimeException e) {
      if (course.steps.isWaiting()) {
        left = course;
      }
      throw e;
    }
  }

  /** If it fails now, the other ranks have heard why, and this one was interrupted. */
  private void finishOtherThan(Object name) {
    Course earlier = left;
    if (earlier == null || earlier.name.equals(name)) {
      return;
    }
    try {
      if (run(earlier) instanceof Request unseen) {
        unseen.await();
      }
    } catch (RuntimeException e) {
      if (left != null) {
        throw e;
      }
    }
  }
}
