package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.call.Member;
import io.starling.collectives.communicator.RankCommunicator;
import io.starling.collectives.selection.Selection;
import io.starling.collectives.settings.ThreadSettings;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.bootstrap.api.TrainingRun;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.routing.RoutedAddresses;
import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import io.starling.topology.layout.Layout;
import java.util.Map;

/** The typical work of a rank: it joins, broadcasts, reduces and leaves; and what routes need. */
public final class RankTrainingRun implements TrainingRun {

  /** For the service loader. */
  public RankTrainingRun() {}

  @Override
  public void train() {
    try (Communicator world = Starling.world()) {
      double[] data = new double[1 << 10];
      world.broadcast(Buffer.of(data), 0);
      world.reduce(Buffer.of(data), Buffer.of(new double[1 << 10]), ReductionOperator.SUM, 0);
      world.barrier();
    }
    train(System.getenv());
  }

  private static final String HERE = "here";
  private static final int TAG = 1;

  /** Does nothing on a host without UCX, where there are no such jobs. */
  private static void train(Map<String, String> environment) {
    try {
      sendThroughFarPort(UcxSetup.Kind.from(environment));
    } catch (TransportException | LinkageError e) {
      // Ranks that need UCX say why it can't be used.
    }
  }

  private static void sendThroughFarPort(UcxSetup.Kind kind) {
    var addresses = new RoutedAddresses(new OwnAddress(), HERE);
    try (Port near =
            new SharedPort(0, 1, addresses.near(), SharedSettings.DEFAULT.withDescriptor());
        Port far = new UcxPort(0, 1, addresses.far(), kind, false, HERE, true)) {
      Threading threading = ThreadSettings.from(Map.of()).threading(1, 1);
      Engine engine = Engines.of(far, BackoffIdleStrategy.forRank(true), threading);
      Member member =
          Member.ofWorld(
              engine,
              Layout.flat(1),
              false,
              () -> Departure.leave(engine, engine::close),
              (_, _) -> {});
      try (Communicator alone = new RankCommunicator(member, Selection.DEFAULT)) {
        double[] data = new double[1 << 10];
        Buffer received = Buffer.of(new double[data.length]);
        alone.sendReceive(Buffer.of(data), 0, TAG, received, 0, TAG);
      }
      new RoutingPort(near, far, addresses).close();
    }
  }

  private static final class OwnAddress implements AddressBook {
    private byte[] address = {};

    @Override
    public void publish(int rank, byte[] itsAddress) {
      address = itsAddress;
    }

    @Override
    public byte[] lookUp(int rank) {
      return address;
    }
  }
}
