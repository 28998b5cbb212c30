package io.starling.collectives.file;

import io.starling.collectives.FileView;
import io.starling.collectives.Group;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.collectives.operation.Context;
import io.starling.runtime.Datatype;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.IntStream;

/** An open file of one rank: all but its accesses, and how it is changed. */
public final class RankFile extends FileCalls implements ParallelFile {

  private final FileState file;
  private final FileChanges changes;

  RankFile(FileState file) {
    super(file);
    this.file = file;
    changes = new FileChanges(file);
  }

  @Override
  public Path path() {
    return file.path();
  }

  @Override
  public Set<OpenMode> modes() {
    return file.modes;
  }

  @Override
  public Group group() {
    Context context = file.member.context();
    return Group.of(IntStream.range(0, context.size()).map(context::process).toArray());
  }

  @Override
  public Hints hints() {
    return file.hints.describe(file.given, file.aggregators.length);
  }

  @Override
  public void setHints(Hints hints) {
    changes.setHints(hints);
  }

  @Override
  public long size() {
    file.checkOpen("size");
    return file.size();
  }

  @Override
  public void setSize(long bytes) {
    changes.setSize(bytes);
  }

  @Override
  public void preallocate(long bytes) {
    changes.preallocate(bytes);
  }

  @Override
  public FileView view() {
    return file.view.view();
  }

  @Override
  public void setView(FileView view, Hints hints) {
    changes.setView(view, hints);
  }

  /** No data is converted. */
  @Override
  public long typeExtent(Datatype type) {
    if (type == null) {
      throw file.member.arguments().refuse("typeExtent got null instead of type");
    }
    return type.extent();
  }

  @Override
  public boolean isAtomic() {
    return file.atomic;
  }

  @Override
  public void setAtomic(boolean atomic) {
    changes.setAtomic(atomic);
  }

  @Override
  public void sync() {
    changes.sync();
  }

  @Override
  public long position() {
    file.checkNotSequential("position");
    return file.position.get();
  }

  @Override
  public long byteOffset(long offset) {
    if (offset < 0) {
      throw file.member.arguments().refuse("byteOffset: offset %d is negative".formatted(offset));
    }
    return file.view.byteOffset(offset);
  }

  @Override
  public void seek(long offset, SeekOrigin origin) {
    changes.seek(offset, origin);
  }

  @Override
  public long sharedPosition() {
    file.checkOpen("sharedPosition");
    return file.moveShared(at -> at);
  }

  @Override
  public void seekShared(long offset, SeekOrigin origin) {
    changes.seekShared(offset, origin);
  }

  @Override
  public void close() {
    changes.close();
  }
}
