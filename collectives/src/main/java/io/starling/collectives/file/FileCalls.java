package io.starling.collectives.file;

import io.starling.collectives.FileAccesses;
import io.starling.collectives.file.AccessCall.Pointer;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;

/** The accesses of an open file of one rank. */
public abstract sealed class FileCalls implements FileAccesses permits RankFile {

  private static final boolean READ = false;
  private static final boolean WRITE = true;

  private final Accesses accesses;
  private final Place here;
  private final Place shared;

  FileCalls(FileState file) {
    accesses = new Accesses(file);
    here = Place.here(file);
    shared = Place.shared(file);
  }

  @Override
  public final Status readAt(long offset, Buffer into) {
    return accesses.run("readAt", READ, Pointer.EXPLICIT, Place.at(offset), into);
  }

  @Override
  public final Status writeAt(long offset, Buffer data) {
    return accesses.run("writeAt", WRITE, Pointer.EXPLICIT, Place.at(offset), data);
  }

  @Override
  public final Status readAtAll(long offset, Buffer into) {
    return accesses.runAll("readAtAll", READ, Pointer.EXPLICIT, Place.at(offset), into);
  }

  @Override
  public final Status writeAtAll(long offset, Buffer data) {
    return accesses.runAll("writeAtAll", WRITE, Pointer.EXPLICIT, Place.at(offset), data);
  }

  @Override
  public final Request iReadAt(long offset, Buffer into) {
    return accesses.start("iReadAt", READ, Pointer.EXPLICIT, Place.at(offset), into);
  }

  @Override
  public final Request iWriteAt(long offset, Buffer data) {
    return accesses.start("iWriteAt", WRITE, Pointer.EXPLICIT, Place.at(offset), data);
  }

  @Override
  public final Request iReadAtAll(long offset, Buffer into) {
    return accesses.startAll("iReadAtAll", READ, Pointer.EXPLICIT, Place.at(offset), into);
  }

  @Override
  public final Request iWriteAtAll(long offset, Buffer data) {
    return accesses.startAll("iWriteAtAll", WRITE, Pointer.EXPLICIT, Place.at(offset), data);
  }

  @Override
  public final Status read(Buffer into) {
    return accesses.run("read", READ, Pointer.INDIVIDUAL, here, into);
  }

  @Override
  public final Status write(Buffer data) {
    return accesses.run("write", WRITE, Pointer.INDIVIDUAL, here, data);
  }

  @Override
  public final Status readAll(Buffer into) {
    return accesses.runAll("readAll", READ, Pointer.INDIVIDUAL, here, into);
  }

  @Override
  public final Status writeAll(Buffer data) {
    return accesses.runAll("writeAll", WRITE, Pointer.INDIVIDUAL, here, data);
  }

  @Override
  public final Request iRead(Buffer into) {
    return accesses.start("iRead", READ, Pointer.INDIVIDUAL, here, into);
  }

  @Override
  public final Request iWrite(Buffer data) {
    return accesses.start("iWrite", WRITE, Pointer.INDIVIDUAL, here, data);
  }

  @Override
  public final Request iReadAll(Buffer into) {
    return accesses.startAll("iReadAll", READ, Pointer.INDIVIDUAL, here, into);
  }

  @Override
  public final Request iWriteAll(Buffer data) {
    return accesses.startAll("iWriteAll", WRITE, Pointer.INDIVIDUAL, here, data);
  }

  @Override
  public final Status readShared(Buffer into) {
    return accesses.run("readShared", READ, Pointer.SHARED, shared, into);
  }

  @Override
  public final Status writeShared(Buffer data) {
    return accesses.run("writeShared", WRITE, Pointer.SHARED, shared, data);
  }

  @Override
  public final Request iReadShared(Buffer into) {
    return accesses.start("iReadShared", READ, Pointer.SHARED, shared, into);
  }

  @Override
  public final Request iWriteShared(Buffer data) {
    return accesses.start("iWriteShared", WRITE, Pointer.SHARED, shared, data);
  }

  @Override
  public final Status readOrdered(Buffer into) {
    return accesses.runOrdered("readOrdered", READ, into);
  }

  @Override
  public final Status writeOrdered(Buffer data) {
    return accesses.runOrdered("writeOrdered", WRITE, data);
  }

  @Override
  public final Request iReadOrdered(Buffer into) {
    return accesses.startOrdered("iReadOrdered", READ, into);
  }

  @Override
  public final Request iWriteOrdered(Buffer data) {
    return accesses.startOrdered("iWriteOrdered", WRITE, data);
  }
}
