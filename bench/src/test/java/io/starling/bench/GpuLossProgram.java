package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import java.util.Arrays;

/**
 * Rank 1 dies while rank 0 waits for it with device memory, and then gives back all it has: to
 * {@code send} or to {@code receive}, says the first argument, so many bytes, the second.
 */
public final class GpuLossProgram {

  private static final int DEAD = 9;

  private GpuLossProgram() {}

  public static void main(String... arguments) {
    int bytes = Integer.parseInt(arguments[1]);
    try (Communicator world = Starling.world();
        Gpu gpu = Gpu.open();
        DeviceBuffer memory = gpu.allocate(bytes)) {
      world.barrier();
      if (world.rank() == 1) {
        Runtime.getRuntime().halt(DEAD);
      }
      Buffer buffer = memory.as(Datatype.INT8);
      Request request =
          arguments[0].equals("send") ? world.iSend(buffer, 1, 1) : world.iReceive(buffer, 1, 1);
      try {
        request.await();
      } catch (RankFailedException e) {
        System.out.println("rank 0 goes on without " + Arrays.toString(e.ranks()));
      }
    }
    System.out.println("rank 0 has given back all");
  }
}
