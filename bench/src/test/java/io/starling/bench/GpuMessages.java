package io.starling.bench;

import io.starling.bench.Image.Place;
import io.starling.collectives.Communicator;
import io.starling.gpu.Gpu;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Messages round a ring between memory of hosts and of devices, and much at once. */
final class GpuMessages {

  private static final BasicDatatype TYPE = BasicDatatype.INT8;

  private static final List<Integer> SIZES = List.of(0, 1, 1001, 70_001, 1_300_003);

  private final Communicator world;
  private final Gpu gpu;
  private final long seed;
  private final RandomGenerator own;
  private final int next;
  private final int previous;

  GpuMessages(Communicator world, Gpu gpu, long seed) {
    this.world = world;
    this.gpu = gpu;
    this.seed = seed;
    own = new Random(seed * 31 + world.rank());
    next = (world.rank() + 1) % world.size();
    previous = (world.rank() + world.size() - 1) % world.size();
  }

  void check() {
    for (int size : SIZES) {
      for (int pair = 0; pair < 4; pair++) {
        ring(size, (pair & 1) != 0, (pair & 2) != 0);
      }
    }
    for (int round = 0; round < 5; round++) {
      together(round);
    }
  }

  /** What every rank sends, of which all know the bytes. */
  private Image message(int from, int size) {
    return Image.random(TYPE, size, new Random(seed + 97L * size + from));
  }

  private Place place(Image image, boolean isOnDevice) {
    return isOnDevice ? image.onDevice(gpu) : image.onHost();
  }

  private void ring(int size, boolean fromDevice, boolean intoDevice) {
    Image sent = message(world.rank(), size);
    Image room = Image.random(TYPE, size, own);
    try (Place from = place(sent, fromDevice);
        Place into = place(room, intoDevice)) {
      Request receive = world.iReceive(into.buffer(), previous, 1);
      world.send(from.buffer(), next, 1);
      receive.await();
      verify(into, room, size);
      into.restore();
      Request send = world.iSend(from.buffer(), next, 2);
      world.receive(into.buffer(), previous, 2);
      send.await();
      verify(into, room, size);
      into.restore();
      world.sendReceive(from.buffer(), next, 3, into.buffer(), previous, 3);
      verify(into, room, size);
      sent.verify(from.contents(), sent.bytes(), size);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "message of %d bytes, from device %s, into device %s: %s"
              .formatted(size, fromDevice, intoDevice, e.getMessage()),
          e);
    }
  }

  private void verify(Place into, Image room, int size) {
    Image message = message(previous, size);
    byte[] expected = room.bytes().clone();
    System.arraycopy(message.bytes(), message.offset(), expected, room.offset(), size);
    room.verify(into.contents(), expected, size);
  }

  /** Collectives and messages that are all open at once, awaited in another order on each rank. */
  private void together(int round) {
    int size = 20_000 + 4 * new Random(seed + round).nextInt(20_000);
    List<Image> rooms = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      rooms.add(Image.random(TYPE, i == 3 ? size * world.size() : size, own));
    }
    List<byte[]> expected = start(rooms, false, size, round);
    List<byte[]> actual = start(rooms, true, size, round);
    for (int i = 0; i < rooms.size(); i++) {
      try {
        rooms.get(i).verify(actual.get(i), expected.get(i), rooms.get(i).count());
      } catch (AssertionError e) {
        throw new AssertionError("operation %d at once: %s".formatted(i, e.getMessage()), e);
      }
    }
  }

  private List<byte[]> start(List<Image> images, boolean onDevice, int size, int round) {
    List<Place> places = new ArrayList<>();
    places.add(place(message(world.rank(), size), onDevice));
    images.forEach(image -> places.add(place(image, onDevice)));
    var data = places.get(0).buffer();
    int root = round % world.size();
    List<Request> requests = new ArrayList<>();
    requests.add(world.iReceive(places.get(1).buffer(), previous, 4));
    requests.add(world.iAllreduce(data, places.get(2).buffer(), ReductionOperator.SUM));
    requests.add(world.iBroadcast(places.get(3).buffer(), root));
    requests.add(world.iAllgather(data, places.get(4).buffer()));
    requests.add(world.iReduce(data, places.get(5).buffer(), ReductionOperator.MAX, root));
    requests.add(world.iScan(data, places.get(6).buffer(), ReductionOperator.BITWISE_XOR));
    requests.add(world.iSend(data, next, 4));
    Collections.shuffle(requests, new Random(seed + world.rank()));
    requests.forEach(Request::await);
    List<byte[]> contents = new ArrayList<>();
    for (Place place : places) {
      contents.add(place.contents());
      place.close();
    }
    return contents.subList(1, contents.size());
  }
}
