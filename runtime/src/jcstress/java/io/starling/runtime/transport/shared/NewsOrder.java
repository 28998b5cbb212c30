package io.starling.runtime.transport.shared;

import io.starling.runtime.os.Linux;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A sender hears once of each of its records. */
public class NewsOrder {

  private static final int FIRST = Pages.RECORD;
  private static final int SECOND = Pages.RECORD + 1;

  /** What a sender has heard. */
  abstract static class Sender {
    final long base = Pages.region();
    private int heard;

    final void hear() {
      int record = ChangedRecords.take(base);
      for (int steps = 0; record != ChangedRecords.NONE && steps < 3; steps++) {
        heard += record == FIRST ? 1 : 10;
        record = ChangedRecords.next(base, record);
      }
    }

    final void hearRest(I_Result result) {
      hear();
      result.r1 = heard;
    }
  }

  /** Two receivers end at once. */
  @JCStressTest
  @Outcome(id = "11", expect = Expect.ACCEPTABLE, desc = "Each was heard once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "One was lost, or heard twice.")
  @State
  public static class TwoReceivers extends Sender {

    @Actor
    public void one() {
      ChangedRecords.add(base, FIRST);
    }

    @Actor
    public void other() {
      ChangedRecords.add(base, SECOND);
    }

    @Arbiter
    public void send(I_Result result) {
      hearRest(result);
    }
  }

  /** The sender looks while a receiver ends with two. */
  @JCStressTest
  @Outcome(id = "11", expect = Expect.ACCEPTABLE, desc = "Each was heard once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "One was lost, or heard twice.")
  @State
  public static class InTheMiddle extends Sender {

    @Actor
    public void receive() {
      ChangedRecords.add(base, FIRST);
      ChangedRecords.add(base, SECOND);
    }

    @Actor
    public void send() {
      hear();
    }

    @Arbiter
    public void rest(I_Result result) {
      hearRest(result);
    }
  }

  /** A sender that hears of a record finds it finished, and why it failed. */
  @JCStressTest
  @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Not heard yet.")
  @Outcome(id = "true, 14", expect = Expect.ACCEPTABLE, desc = "Heard, with its failure.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Heard before it was finished.")
  @State
  public static class Finished {
    private final long base = Pages.region();
    private final long record = TransferRecords.address(base, FIRST);

    @Actor
    public void receive() {
      TransferRecord.fail(record, Linux.BAD_ADDRESS);
      TransferRecord.finish(record);
      ChangedRecords.add(base, FIRST);
    }

    @Actor
    public void send(ZI_Result result) {
      result.r1 = ChangedRecords.take(base) == FIRST;
      if (result.r1) {
        boolean finished = TransferRecord.state(record) == TransferRecord.FINISHED;
        result.r2 = finished ? TransferRecord.failure(record) : -1;
      }
    }
  }
}
