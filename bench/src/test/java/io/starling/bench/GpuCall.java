package io.starling.bench;

import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * One call of a collective with random data on one rank. What it does to host memory, bit for bit,
 * it must do to a device's.
 *
 * @param data what this rank contributes
 * @param result where its result goes
 * @param both what it passes in place; of no elements if it passes nothing in place
 * @param defined so many elements of {@code both} are defined afterwards
 * @param isResultInPlace whether it is the result that is IN_PLACE, and not the data
 */
record GpuCall(
    String name,
    Image data,
    Image result,
    Image both,
    int defined,
    boolean isResultInPlace,
    Forms forms) {

  /** The three forms of a call. */
  record Forms(Run run, Start<Request> start, Start<PersistentRequest> init) {}

  /** The blocking one. */
  interface Run {
    void with(Buffer data, Buffer result);
  }

  /** The others. */
  interface Start<R> {
    R with(Buffer data, Buffer result);
  }

  /** Runs it in all forms. */
  void check(Gpu gpu) {
    try (Image.Place hostData = data.onHost();
        Image.Place hostResult = result.onHost();
        Image.Place deviceData = data.onDevice(gpu);
        Image.Place deviceResult = result.onDevice(gpu)) {
      forms.run().with(hostData.buffer(), hostResult.buffer());
      byte[] expected = hostResult.contents();
      check("blocking", deviceData, deviceResult, expected, forms.run());
      Run start = (from, into) -> await(forms.start().with(from, into));
      check("non-blocking", deviceData, deviceResult, expected, start);
      hostResult.restore();
      check("result in an array", deviceData, hostResult, expected, start);
      check("data in an array", hostData, deviceResult, expected, forms.run());
      persistent(deviceData, deviceResult, expected);
    }
    inPlace(gpu);
  }

  /** Runs it on the device as a blocking call, and in place. */
  void checkOnce(Gpu gpu) {
    try (Image.Place hostData = data.onHost();
        Image.Place hostResult = result.onHost();
        Image.Place deviceData = data.onDevice(gpu);
        Image.Place deviceResult = result.onDevice(gpu)) {
      forms.run().with(hostData.buffer(), hostResult.buffer());
      check("blocking", deviceData, deviceResult, hostResult.contents(), forms.run());
    }
    inPlace(gpu);
  }

  private static void await(Request request) {
    request.test();
    request.await();
  }

  private void check(String form, Image.Place from, Image.Place into, byte[] expected, Run call) {
    into.restore();
    try {
      call.with(from.buffer(), into.buffer());
      result.verify(into.contents(), expected, result.count());
      data.verify(from.contents(), data.bytes(), data.count());
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("%s, %s: %s".formatted(name, form, e.getMessage()), e);
    }
  }

  private void persistent(Image.Place from, Image.Place into, byte[] expected) {
    try (PersistentRequest request = forms.init().with(from.buffer(), into.buffer())) {
      Run once = (_, _) -> request.start().await();
      check("persistent", from, into, expected, once);
      check("persistent, again", from, into, expected, once);
    }
  }

  /** Ranks that may not pass anything in place take part as usual. */
  private void inPlace(Gpu gpu) {
    if (both.count() < 0) {
      for (int run = 0; run < 2; run++) {
        try (Image.Place from = data.onDevice(gpu);
            Image.Place into = result.onDevice(gpu)) {
          forms.run().with(from.buffer(), into.buffer());
        }
      }
      return;
    }
    try (Image.Place host = both.onHost();
        Image.Place device = both.onDevice(gpu)) {
      runInPlace(host.buffer());
      runInPlace(device.buffer());
      both.verify(device.contents(), host.contents(), defined);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("%s, in place: %s".formatted(name, e.getMessage()), e);
    }
  }

  private void runInPlace(Buffer buffer) {
    forms
        .run()
        .with(
            isResultInPlace ? buffer : Buffer.IN_PLACE, isResultInPlace ? Buffer.IN_PLACE : buffer);
  }
}
