package io.starling.collectives.exchange;

/**
 * Scratch memory for segments that are received from one peer and then folded. It has as many slots
 * as receives may be open, used in turn, so that it does not grow with the message.
 */
final class ScratchSlots {

  private final Recorder recorder;
  private final long slotBytes;
  private final long[] offsets;
  private int used;

  ScratchSlots(Recorder recorder) {
    this.recorder = recorder;
    slotBytes = recorder.tuning().segmentBytes();
    offsets = new long[recorder.tuning().receiveWindow()];
  }

  Span next(long bytes) {
    int slot = used % offsets.length;
    if (used < offsets.length) {
      offsets[slot] = recorder.reserve(slotBytes);
    }
    used++;
    return new Span(Area.SCRATCH, offsets[slot], bytes);
  }
}
