package io.starling.runtime.progress;

import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.request.RequestedCall;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.local.LocalFabric;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** A thread that finds a request complete without entering sees what was received. */
@JCStressTest
@Outcome(id = "false, 0", expect = Expect.ACCEPTABLE, desc = "Not complete yet.")
@Outcome(id = "true, 1", expect = Expect.ACCEPTABLE, desc = "Complete, with data and status.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Complete, without its data or status.")
@State
public class RequestSeenOutside {

  /** Ends when it is told to. */
  private static final class Instant extends Operation {
    private boolean over;

    Instant(Engine engine) {
      super(engine);
    }

    void complete() {
      over = true;
      advance();
    }

    @Override
    protected void start() {}

    @Override
    protected boolean finished() {
      return over;
    }

    @Override
    public String describe() {
      return "an instant";
    }
  }

  private record OneStatus(Operation operation) implements RequestedCall {
    @Override
    public Status status() {
      return new Status(0, 0, 1);
    }
  }

  private final Engine engine =
      Engines.of(
          new LocalFabric(1).port(0),
          BackoffIdleStrategy.forRank(true),
          new Threading(ThreadLevel.MULTIPLE, false));
  private final Instant operation = new Instant(engine);
  private final OperationRequest request;
  private int data;

  public RequestSeenOutside() {
    engine.enter();
    operation.begin();
    request = new OperationRequest(engine, new OneStatus(operation)).follow();
    engine.leave();
  }

  @Actor
  public void progress() {
    engine.enter();
    data = 1;
    operation.complete();
    engine.leave();
  }

  @Actor
  public void look(ZI_Result result) {
    result.r1 = request.test();
    result.r2 = result.r1 ? (int) Math.min(data, request.status().bytes()) : 0;
  }
}
