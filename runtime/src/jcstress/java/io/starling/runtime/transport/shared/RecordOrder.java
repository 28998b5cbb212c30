package io.starling.runtime.transport.shared;

import io.starling.runtime.os.Linux;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.ZJ_Result;

/** What sender and receiver of a long message tell each other through its record. */
public class RecordOrder {

  private static final long LENGTH = 64 << 10;

  /** A sample's record, and its data. */
  abstract static class Shared {
    final long base = Pages.region();
    final long data = base + Pages.DATA;
    final long record = TransferRecords.address(base, Pages.RECORD);
  }

  /** A sender that finds a record open knows where the message goes. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Not open yet.")
  @Outcome(id = "77, 1", expect = Expect.ACCEPTABLE, desc = "Open, with its destination.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Open without its destination.")
  @State
  public static class Opened extends Shared {

    public Opened() {
      TransferRecord.open(record, TransferRecord.WAITING, 0, false);
    }

    @Actor
    public void receive() {
      TransferRecord.open(record, TransferRecord.OPEN, 77, true);
    }

    @Actor
    public void send(JJ_Result result) {
      if (TransferRecord.state(record) == TransferRecord.OPEN) {
        result.r1 = TransferRecord.destination(record);
        result.r2 = TransferRecord.isDestinationShared(record) ? 1 : 0;
      }
    }
  }

  /** Each of two chunks is copied by one side, and both are counted. */
  @JCStressTest
  @Outcome(
      id = {"0, 65536, 131072", "65536, 0, 131072"},
      expect = Expect.ACCEPTABLE,
      desc = "A chunk each.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A chunk was copied twice, or not counted.")
  @State
  public static class Chunks extends Shared {

    private long copy() {
      long begin = TransferRecord.claim(record, LENGTH);
      TransferRecord.done(record, LENGTH, 0);
      return begin < 0 ? LENGTH : begin;
    }

    @Actor
    public void send(JJJ_Result result) {
      result.r1 = copy();
    }

    @Actor
    public void receive(JJJ_Result result) {
      result.r2 = copy();
    }

    @Arbiter
    public void count(JJJ_Result result) {
      result.r3 = TransferRecord.isDone(record, 2 * LENGTH) ? 2 * LENGTH : 0;
    }
  }

  /** Who finds the message done sees its bytes, and whether a copy has failed. */
  @JCStressTest
  @Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Not done yet.")
  @Outcome(id = "true, 15", expect = Expect.ACCEPTABLE, desc = "Done, with bytes and failure.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Done without its bytes or its failure.")
  @State
  public static class Done extends Shared {

    @Actor
    public void send() {
      Words.set(data, 1);
      TransferRecord.done(record, LENGTH, Linux.BAD_ADDRESS);
    }

    @Actor
    public void receive(ZJ_Result result) {
      result.r1 = TransferRecord.isDone(record, LENGTH);
      result.r2 = result.r1 ? Words.get(data) + TransferRecord.failure(record) : 0;
    }
  }

  /** A receiver that finds bytes on the stage knows where it is, and sees them. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "Nothing there yet.")
  @Outcome(id = "8, 77, 1", expect = Expect.ACCEPTABLE, desc = "There.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Staged without the bytes or the stage.")
  @State
  public static class Staged extends Shared {

    @Actor
    public void send() {
      Words.set(data, 1);
      TransferRecord.setStage(record, 77);
      TransferRecord.setStaged(record, Long.BYTES);
    }

    @Actor
    public void receive(JJJ_Result result) {
      result.r1 = TransferRecord.staged(record);
      if (result.r1 > 0) {
        result.r2 = TransferRecord.stage(record);
        result.r3 = Words.get(data);
      }
    }
  }

  /** A sender writes to the stage again when its receiver has read what was there. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "1, 8"},
      expect = Expect.ACCEPTABLE,
      desc = "Read before it was written again.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Written before it was read.")
  @State
  public static class Taken extends Shared {

    public Taken() {
      Words.set(data, 1);
    }

    @Actor
    public void receive(JJ_Result result) {
      result.r1 = Words.get(data);
      TransferRecord.setTaken(record, Long.BYTES);
    }

    @Actor
    public void send(JJ_Result result) {
      result.r2 = TransferRecord.taken(record);
      if (result.r2 > 0) {
        Words.set(data, 9);
      }
    }
  }
}
