package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord.ReduceRequest;
import io.starling.objects.protocol.DirectoryRecord.ReduceResult;

/** Runs the reduces of a directory, which keeps what they ask and decide. */
public interface Reducers {

  /** A reduce whose request can't be lost any more begins, or goes on if it has begun here. */
  void begin(ReduceRequest request);

  /** A reduce that another store runs now ends here. */
  void retire(ObjectId reduce);

  /** A result can't be lost any more; said again in each view. */
  void decided(ReduceResult result);
}
