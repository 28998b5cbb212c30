package mpi;

import io.starling.runtime.Request;

/** An operation that was started, and what remains to be done when it has ended. */
abstract class Pending {

  /** Null for an operation that had ended at its start. */
  private final Request request;

  Pending(Request request) {
    this.request = request;
  }

  Request request() {
    return request;
  }

  boolean test() {
    return request == null || request.test();
  }

  Status await() {
    if (request != null) {
      request.await();
    }
    return finish();
  }

  /** Gives the program its data; once, after the end. */
  abstract Status finish();

  /** A send. */
  static final class Sent extends Pending {

    Sent(Request request) {
      super(request);
    }

    @Override
    Status finish() {
      return new Status();
    }
  }

  /** A receive into memory of its own: the program's array changes at the end. */
  static final class Received extends Pending {

    private final EagerSends eager;
    private final Object packed;
    private final Object array;
    private final int offset;
    private final int count;
    private final Layout layout;

    Received(
        Request request,
        EagerSends eager,
        Object packed,
        Object array,
        int offset,
        int count,
        Layout layout) {
      super(request);
      this.eager = eager;
      this.packed = packed;
      this.array = array;
      this.offset = offset;
      this.count = count;
      this.layout = layout;
    }

    @Override
    Status finish() {
      eager.renew();
      Status status = Status.of(request().status(), count, layout);
      Region.unpack(packed, 0, status.numEls, array, offset, count, layout);
      return status;
    }
  }
}
