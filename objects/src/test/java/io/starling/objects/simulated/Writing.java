package io.starling.objects.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.runtime.StarlingException;

/** A put of a program of a simulated cluster. */
public final class Writing implements PutListener {
  private final Program program;
  private final ObjectId id;
  private final long size;
  private final Program.Contents contents;
  Put put;
  private Copy copy;
  private boolean sealing;

  /** Or given up. */
  private boolean sealed;

  private long unwritten;
  private Boolean created;
  private StarlingException failure;
  private long doneAt;

  Writing(Program program, ObjectId id, long size, Program.Contents contents) {
    this.program = program;
    this.id = id;
    this.size = size;
    this.contents = contents;
  }

  public ObjectId id() {
    return id;
  }

  public void write(long bytes) {
    unwritten += bytes;
    flush();
  }

  /** Writes what is not written yet. */
  public void writeRest() {
    write(size - unwritten - (copy == null ? 0 : copy.watermark()));
  }

  public void seal() {
    sealing = true;
    sealed = true;
    flush();
  }

  public void abort() {
    sealed = true;
    program.store().abort(put);
  }

  private void flush() {
    if (copy == null || put == null) {
      return;
    }
    if (unwritten > 0) {
      long bytes = unwritten;
      unwritten = 0;
      if (copy.memory() != null) {
        contents.write(copy.memory(), copy.watermark(), copy.watermark() + bytes);
      }
      program.store().write(put, bytes);
    }
    if (sealing) {
      sealing = false;
      program.store().seal(put);
    }
  }

  @Override
  public void onWritable(Copy writable) {
    copy = writable;
    program.time().after(0, this::flush);
  }

  @Override
  public void onDone(boolean first) {
    assertThat(created).as("a put ends once").isNull();
    created = first;
    doneAt = program.time().now();
  }

  @Override
  public void onFailed(StarlingException reason) {
    failure = reason;
  }

  public boolean isOver() {
    return created != null || failure != null;
  }

  /** Whether the program still has to write or seal. */
  public boolean isOpen() {
    return put != null && !sealed && !isOver();
  }

  public long size() {
    return size;
  }

  public Boolean created() {
    return created;
  }

  public StarlingException failure() {
    return failure;
  }

  public long doneAt() {
    return doneAt;
  }
}
