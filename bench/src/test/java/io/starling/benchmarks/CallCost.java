package io.starling.benchmarks;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a call costs besides its messages: a job of one rank has none but those to itself. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CallCost {

  private Communicator world;
  private Buffer data;
  private Buffer result;
  private PersistentRequest allreduce;

  /** Joins a job of one rank. */
  @Setup
  public void join() {
    world = Starling.world();
    data = Buffer.of(Arena.ofAuto().allocate(Long.BYTES, Long.BYTES), Datatype.INT64);
    result = Buffer.of(Arena.ofAuto().allocate(Long.BYTES, Long.BYTES), Datatype.INT64);
    allreduce = world.allreduceInit(data, result, ReductionOperator.SUM);
  }

  /** Leaves the job. */
  @TearDown
  public void leave() {
    allreduce.close();
    world.close();
  }

  /** No data. */
  @Benchmark
  public void barrier() {
    world.barrier();
  }

  /** The shortest plan with data. */
  @Benchmark
  public void broadcast() {
    world.broadcast(data, 0);
  }

  /** A copy of 8 bytes. */
  @Benchmark
  public void allreduce() {
    world.allreduce(data, result, ReductionOperator.SUM);
  }

  /** The same, planned before. */
  @Benchmark
  public void persistentAllreduce() {
    allreduce.start();
    allreduce.await();
  }

  /** A message to this rank; the status is 24 bytes. */
  @Benchmark
  public void sendReceive() {
    world.sendReceive(data, 0, 0, result, 0, 0);
  }
}
