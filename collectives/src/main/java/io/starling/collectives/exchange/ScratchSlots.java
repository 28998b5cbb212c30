package io.starling.collectives.exchange;

/**
 * Scratch memory for segments that are received from one peer and then folded. It has as many slots
 * as receives may be open, used in turn, so that it does not grow with the message.
 */
final class ScratchSlots {

  private final Recorder recorder;
  private final long laneBytes;
  private final long[] offsets;
  private int used;

  ScratchSlots(Recorder recorder) {
    this.recorder = recorder;
    laneBytes = recorder.tuning().segmentBytes();
    offsets = new long[recorder.tuning().receiveWindow()];
  }

  Span next(long bytes) {
    int lane = used % offsets.length;
    if (used < offsets.length) {
      offsets[lane] = recorder.reserve(laneBytes);
    }
    used++;
    return new Span(Area.SCRATCH, offsets[lane], bytes);
  }
}
