package io.starling.objects.protocol;

import java.util.List;

/**
 * A decided view, and by which requests its stores joined. So every store can tell a joiner that
 * asks again which slot it has.
 *
 * @param admissions of the members that joined by a request, which all did but the first store
 * @param left the stores that lately left because they wanted to, for people
 */
public record Decision(View view, List<Admission> admissions, List<Member> left) {

  public Decision {
    admissions = List.copyOf(admissions);
    left = List.copyOf(left);
  }

  /**
   * A store joined.
   *
   * @param request the number that it chose for its request
   */
  public record Admission(int slot, long request) {}

  /** The view of a store that begins alone. */
  public static Decision first(String host, int port) {
    return new Decision(new View(1, 1, List.of(new Member(0, host, port))), List.of(), List.of());
  }

  /** The slot that a request got, or {@link View#NO_STORE}. */
  public int slotOf(long request) {
    for (Admission admission : admissions) {
      if (admission.request() == request) {
        return admission.slot();
      }
    }
    return View.NO_STORE;
  }
}
