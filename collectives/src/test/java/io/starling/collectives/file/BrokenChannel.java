package io.starling.collectives.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A channel whose reads and writes at a place fail with an error, as if memory were short. */
final class BrokenChannel extends FileChannel {

  static final String REASON = "no memory for the test";

  @Override
  public int read(ByteBuffer into, long position) {
    throw new OutOfMemoryError(REASON);
  }

  @Override
  public int write(ByteBuffer from, long position) {
    throw new OutOfMemoryError(REASON);
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("files of Starling do not call it");
  }

  @Override
  public int read(ByteBuffer into) {
    throw unused();
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) {
    throw unused();
  }

  @Override
  public int write(ByteBuffer from) {
    throw unused();
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    throw unused();
  }

  @Override
  public long position() {
    throw unused();
  }

  @Override
  public FileChannel position(long position) {
    throw unused();
  }

  @Override
  public long size() {
    return 0;
  }

  @Override
  public FileChannel truncate(long size) {
    throw unused();
  }

  @Override
  public void force(boolean metaData) throws IOException {}

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw unused();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw unused();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw unused();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw unused();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw unused();
  }

  @Override
  protected void implCloseChannel() {}
}
