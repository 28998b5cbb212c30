package mpi;

import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.ProgramMemory;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** A file that all ranks of a communicator have open (MPI 4.1, chapter 14). */
public final class File {

  private static final String NATIVE = "native";
  private static final String PORTABLE = "external32";

  private final int amode;
  private final SplitCollective split = new SplitCollective();
  private ParallelFile file;
  private Errhandler errhandler = MPI.ERRORS_RETURN;
  private boolean isPortable;
  private FileView view = new FileView(0, MPI.BYTE, MPI.BYTE, NATIVE);

  /**
   * Opens a file (MPI_File_open).
   *
   * @param communicator its ranks
   * @param filename where it is
   * @param amode bits of MODE_*
   * @throws MPIException if it can't be opened
   */
  public File(Comm communicator, String filename, int amode) throws MPIException {
    this(communicator, filename, amode, MPI.INFO_NULL);
  }

  /**
   * Opens a file with hints (MPI_File_open).
   *
   * @param communicator its ranks
   * @param filename where it is
   * @param amode bits of MODE_*
   * @param info hints
   * @throws MPIException if it can't be opened
   */
  public File(Comm communicator, String filename, int amode, Info info) throws MPIException {
    Objects.requireNonNull(communicator, "communicator");
    Objects.requireNonNull(filename, "filename");
    Hints hints = info.hints();
    this.amode = amode;
    file = Calls.call(MPI.ERRORS_RETURN, () -> open(communicator, filename, amode, hints));
  }

  private static ParallelFile open(Comm communicator, String filename, int amode, Hints hints) {
    var ranks = communicator.intra();
    Set<OpenMode> modes = Modes.of(amode);
    Path path = Modes.path(filename);
    try {
      return ranks.openFile(path, modes, hints);
    } catch (StarlingException e) {
      throw Modes.refused(e, path, modes);
    }
  }

  private ParallelFile open() {
    if (file == null) {
      throw new Failure(ErrorClass.FILE, "the file was closed");
    }
    return file;
  }

  private ParallelFile readable() {
    ParallelFile open = open();
    if ((amode & MPI.MODE_WRONLY) != 0) {
      throw new Failure(ErrorClass.ACCESS, "the file is open for writing alone");
    }
    return open;
  }

  private ParallelFile writable() {
    ParallelFile open = open();
    if ((amode & MPI.MODE_RDONLY) != 0) {
      throw new Failure(ErrorClass.READ_ONLY, "the file is open for reading alone");
    }
    return open;
  }

  /**
   * Closes the file (MPI_File_close).
   *
   * @throws MPIException if it was closed, or requests are open
   */
  public void close() throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          open().close();
          file = null;
        });
  }

  /**
   * Deletes a file (MPI_File_delete).
   *
   * @param filename where it is
   * @throws MPIException if it can't be deleted
   */
  public static void delete(String filename) throws MPIException {
    delete(filename, MPI.INFO_NULL);
  }

  /**
   * Deletes a file (MPI_File_delete).
   *
   * @param filename where it is
   * @param info hints, of which none is used
   * @throws MPIException if it can't be deleted
   */
  public static void delete(String filename, Info info) throws MPIException {
    Objects.requireNonNull(info, "info");
    Objects.requireNonNull(filename, "filename");
    Calls.run(MPI.ERRORS_RETURN, () -> ParallelFile.delete(Modes.path(filename)));
  }

  /**
   * Cuts or extends the file (MPI_File_set_size).
   *
   * @param size in bytes
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void setSize(long size) throws MPIException {
    Calls.run(errhandler, () -> open().setSize(size));
  }

  /**
   * Reserves space (MPI_File_preallocate).
   *
   * @param size in bytes
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void preallocate(long size) throws MPIException {
    Calls.run(errhandler, () -> open().preallocate(size));
  }

  /**
   * The length of the file (MPI_File_get_size).
   *
   * @return in bytes
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public long getSize() throws MPIException {
    return Calls.call(errhandler, () -> open().size());
  }

  /**
   * The processes (MPI_File_get_group).
   *
   * @return a new group
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Group getGroup() throws MPIException {
    return Calls.call(errhandler, () -> new Group(open().group()));
  }

  /**
   * How the file was opened (MPI_File_get_amode).
   *
   * @return bits of MODE_*
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public int getAMode() throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          open();
          return amode;
        });
  }

  /**
   * Gives hints (MPI_File_set_info).
   *
   * @param info replaces hints of the same keys
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void setInfo(Info info) throws MPIException {
    Hints hints = info.hints();
    Calls.run(errhandler, () -> open().setHints(hints));
  }

  /**
   * The hints in use (MPI_File_get_info).
   *
   * @return a new info
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Info getInfo() throws MPIException {
    return Calls.call(errhandler, () -> new Info(open().hints()));
  }

  /**
   * Sets the view of this rank (MPI_File_set_view).
   *
   * @param disp where it begins, in bytes
   * @param etype the unit of offsets
   * @param filetype the elements that it has
   * @param datarep {@code native} or {@code external32}
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep)
      throws MPIException {
    setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
  }

  /**
   * Sets the view of this rank, with hints (MPI_File_set_view).
   *
   * @param disp where it begins, in bytes
   * @param etype the unit of offsets
   * @param filetype the elements that it has
   * @param datarep {@code native} or {@code external32}
   * @param info hints
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info)
      throws MPIException {
    Objects.requireNonNull(etype, "etype");
    Objects.requireNonNull(filetype, "filetype");
    Hints hints = info.hints();
    Calls.run(
        errhandler,
        () -> {
          open().setView(viewed(disp, etype, filetype, datarep), hints);
          view = new FileView(disp, etype, filetype, datarep);
          isPortable = PORTABLE.equals(datarep);
        });
  }

  private io.starling.collectives.FileView viewed(
      long disp, Datatype etype, Datatype filetype, String datarep) {
    if (!NATIVE.equals(datarep) && !PORTABLE.equals(datarep)) {
      throw new Failure(
          ErrorClass.UNSUPPORTED_DATAREP,
          "the data representation is '%s'; Starling has '%s' and '%s'"
              .formatted(datarep, NATIVE, PORTABLE));
    }
    return io.starling.collectives.FileView.of(
        displacement(disp), etype.committed().datatype(), filetype.committed().datatype());
  }

  private long displacement(long disp) {
    boolean isCurrent = disp == MPI.DISPLACEMENT_CURRENT;
    if (isCurrent ? (amode & MPI.MODE_SEQUENTIAL) == 0 : disp < 0) {
      throw new Failure(
          ErrorClass.DISP,
          "the displacement is %d; it is 0 or more, or DISPLACEMENT_CURRENT with MODE_SEQUENTIAL"
              .formatted(disp));
    }
    return isCurrent ? io.starling.collectives.FileView.CURRENT : disp;
  }

  /**
   * The view of this rank (MPI_File_get_view).
   *
   * @return what {@link #setView} has set last
   */
  public FileView getView() {
    return view;
  }

  /**
   * Reads at an offset (MPI_File_read_at).
   *
   * @param offset in elements of the view
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status readAt(long offset, Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(readable().readAt(offset, data(memory, count, type))));
  }

  /**
   * Starts {@link #readAt} (MPI_File_iread_at).
   *
   * @param offset in elements of the view
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iReadAt(long offset, java.nio.Buffer memory, int count, Datatype type)
      throws MPIException {
    return start(memory, count, type, data -> readable().iReadAt(offset, data));
  }

  /**
   * Reads at an offset, together with the other ranks (MPI_File_read_at_all).
   *
   * @param offset in elements of the view
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status readAtAll(long offset, Object memory, int count, Datatype type)
      throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(readable().readAtAll(offset, data(memory, count, type))));
  }

  /**
   * Starts {@link #readAtAll} (MPI_File_iread_at_all).
   *
   * @param offset in elements of the view
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iReadAtAll(long offset, java.nio.Buffer memory, int count, Datatype type)
      throws MPIException {
    return start(memory, count, type, data -> readable().iReadAtAll(offset, data));
  }

  /**
   * Begins {@link #readAtAll} (MPI_File_read_at_all_begin).
   *
   * @param offset in elements of the view
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void readAtAllBegin(long offset, Object memory, int count, Datatype type)
      throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          ParallelFile open = readable();
          split.begin(
              memory,
              data(memory, count, type),
              data -> open.iReadAtAll(offset, data),
              data -> open.readAtAll(offset, data));
        });
  }

  /**
   * Ends {@link #readAtAllBegin} (MPI_File_read_at_all_end).
   *
   * @param memory the same as at its begin
   * @return how much it was; null if nothing was begun
   * @throws MPIException if the file was closed
   */
  public Status readAtAllEnd(Object memory) throws MPIException {
    return end(memory);
  }

  /**
   * Reads at the pointer of this rank (MPI_File_read).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status read(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(errhandler, () -> Status.of(readable().read(data(memory, count, type))));
  }

  /**
   * Starts {@link #read} (MPI_File_iread).
   *
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iRead(java.nio.Buffer memory, int count, Datatype type) throws MPIException {
    return start(memory, count, type, data -> readable().iRead(data));
  }

  /**
   * Reads at the pointer of this rank, together with the other ranks (MPI_File_read_all).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status readAll(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(errhandler, () -> Status.of(readable().readAll(data(memory, count, type))));
  }

  /**
   * Starts {@link #readAll} (MPI_File_iread_all).
   *
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iReadAll(java.nio.Buffer memory, int count, Datatype type) throws MPIException {
    return start(memory, count, type, data -> readable().iReadAll(data));
  }

  /**
   * Begins {@link #readAll} (MPI_File_read_all_begin).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void readAllBegin(Object memory, int count, Datatype type) throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          ParallelFile open = readable();
          split.begin(
              memory,
              data(memory, count, type),
              data -> open.iReadAll(data),
              data -> open.readAll(data));
        });
  }

  /**
   * Ends {@link #readAllBegin} (MPI_File_read_all_end).
   *
   * @param memory the same as at its begin
   * @return how much it was; null if nothing was begun
   * @throws MPIException if the file was closed
   */
  public Status readAllEnd(Object memory) throws MPIException {
    return end(memory);
  }

  /**
   * Reads at the shared pointer (MPI_File_read_shared).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status readShared(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(readable().readShared(data(memory, count, type))));
  }

  /**
   * Starts {@link #readShared} (MPI_File_iread_shared).
   *
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iReadShared(java.nio.Buffer memory, int count, Datatype type) throws MPIException {
    return start(memory, count, type, data -> readable().iReadShared(data));
  }

  /**
   * Reads at the shared pointer, in the order of ranks (MPI_File_read_ordered).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status readOrdered(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(readable().readOrdered(data(memory, count, type))));
  }

  /**
   * Begins {@link #readOrdered} (MPI_File_read_ordered_begin).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void readOrderedBegin(Object memory, int count, Datatype type) throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          ParallelFile open = readable();
          split.begin(
              memory,
              data(memory, count, type),
              data -> open.iReadOrdered(data),
              data -> open.readOrdered(data));
        });
  }

  /**
   * Ends {@link #readOrderedBegin} (MPI_File_read_ordered_end).
   *
   * @param memory the same as at its begin
   * @return how much it was; null if nothing was begun
   * @throws MPIException if the file was closed
   */
  public Status readOrderedEnd(Object memory) throws MPIException {
    return end(memory);
  }

  /**
   * Writes at an offset (MPI_File_write_at).
   *
   * @param offset in elements of the view
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status writeAt(long offset, Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(writable().writeAt(offset, data(memory, count, type))));
  }

  /**
   * Starts {@link #writeAt} (MPI_File_iwrite_at).
   *
   * @param offset in elements of the view
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iWriteAt(long offset, java.nio.Buffer memory, int count, Datatype type)
      throws MPIException {
    return start(memory, count, type, data -> writable().iWriteAt(offset, data));
  }

  /**
   * Writes at an offset, together with the other ranks (MPI_File_write_at_all).
   *
   * @param offset in elements of the view
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status writeAtAll(long offset, Object memory, int count, Datatype type)
      throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(writable().writeAtAll(offset, data(memory, count, type))));
  }

  /**
   * Starts {@link #writeAtAll} (MPI_File_iwrite_at_all).
   *
   * @param offset in elements of the view
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iWriteAtAll(long offset, java.nio.Buffer memory, int count, Datatype type)
      throws MPIException {
    return start(memory, count, type, data -> writable().iWriteAtAll(offset, data));
  }

  /**
   * Begins {@link #writeAtAll} (MPI_File_write_at_all_begin).
   *
   * @param offset in elements of the view
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void writeAtAllBegin(long offset, Object memory, int count, Datatype type)
      throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          ParallelFile open = writable();
          split.begin(
              memory,
              data(memory, count, type),
              data -> open.iWriteAtAll(offset, data),
              data -> open.writeAtAll(offset, data));
        });
  }

  /**
   * Ends {@link #writeAtAllBegin} (MPI_File_write_at_all_end).
   *
   * @param memory the same as at its begin
   * @return how much it was; null if nothing was begun
   * @throws MPIException if the file was closed
   */
  public Status writeAtAllEnd(Object memory) throws MPIException {
    return end(memory);
  }

  /**
   * Writes at the pointer of this rank (MPI_File_write).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status write(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(errhandler, () -> Status.of(writable().write(data(memory, count, type))));
  }

  /**
   * Starts {@link #write} (MPI_File_iwrite).
   *
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iWrite(java.nio.Buffer memory, int count, Datatype type) throws MPIException {
    return start(memory, count, type, data -> writable().iWrite(data));
  }

  /**
   * Writes at the pointer of this rank, together with the other ranks (MPI_File_write_all).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status writeAll(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(errhandler, () -> Status.of(writable().writeAll(data(memory, count, type))));
  }

  /**
   * Starts {@link #writeAll} (MPI_File_iwrite_all).
   *
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iWriteAll(java.nio.Buffer memory, int count, Datatype type) throws MPIException {
    return start(memory, count, type, data -> writable().iWriteAll(data));
  }

  /**
   * Begins {@link #writeAll} (MPI_File_write_all_begin).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void writeAllBegin(Object memory, int count, Datatype type) throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          ParallelFile open = writable();
          split.begin(
              memory,
              data(memory, count, type),
              data -> open.iWriteAll(data),
              data -> open.writeAll(data));
        });
  }

  /**
   * Ends {@link #writeAllBegin} (MPI_File_write_all_end).
   *
   * @param memory the same as at its begin
   * @return how much it was; null if nothing was begun
   * @throws MPIException if the file was closed
   */
  public Status writeAllEnd(Object memory) throws MPIException {
    return end(memory);
  }

  /**
   * Writes at the shared pointer (MPI_File_write_shared).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status writeShared(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(writable().writeShared(data(memory, count, type))));
  }

  /**
   * Starts {@link #writeShared} (MPI_File_iwrite_shared).
   *
   * @param memory a direct buffer
   * @param count the number of elements
   * @param type of the elements
   * @return the request
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Request iWriteShared(java.nio.Buffer memory, int count, Datatype type)
      throws MPIException {
    return start(memory, count, type, data -> writable().iWriteShared(data));
  }

  /**
   * Writes at the shared pointer, in the order of ranks (MPI_File_write_ordered).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @return how much it was
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public Status writeOrdered(Object memory, int count, Datatype type) throws MPIException {
    return Calls.call(
        errhandler, () -> Status.of(writable().writeOrdered(data(memory, count, type))));
  }

  /**
   * Begins {@link #writeOrdered} (MPI_File_write_ordered_begin).
   *
   * @param memory an array or a buffer
   * @param count the number of elements
   * @param type of the elements
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void writeOrderedBegin(Object memory, int count, Datatype type) throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          ParallelFile open = writable();
          split.begin(
              memory,
              data(memory, count, type),
              data -> open.iWriteOrdered(data),
              data -> open.writeOrdered(data));
        });
  }

  /**
   * Ends {@link #writeOrderedBegin} (MPI_File_write_ordered_end).
   *
   * @param memory the same as at its begin
   * @return how much it was; null if nothing was begun
   * @throws MPIException if the file was closed
   */
  public Status writeOrderedEnd(Object memory) throws MPIException {
    return end(memory);
  }

  /** The data of a call, in the order of bytes that the file has. */
  private Buffer data(Object memory, int count, Datatype type) {
    ElementType elements = type.committed();
    return ProgramMemory.of(memory, 0, count, isPortable ? elements.external32() : elements);
  }

  private Request start(
      java.nio.Buffer memory,
      int count,
      Datatype type,
      Function<Buffer, io.starling.runtime.Request> started)
      throws MPIException {
    Buffers.requireDirect(memory);
    return Calls.call(
        errhandler,
        () ->
            new Request(started.apply(data(memory, count, type)), type.type(), memory)
                .with(errhandler));
  }

  private Status end(Object memory) throws MPIException {
    Objects.requireNonNull(memory, "memory");
    return Calls.call(
        errhandler,
        () -> {
          open();
          return split.end();
        });
  }

  /**
   * Moves the pointer of this rank (MPI_File_seek).
   *
   * @param offset in elements of the view
   * @param whence SEEK_SET, SEEK_CUR or SEEK_END
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void seek(long offset, int whence) throws MPIException {
    Calls.run(errhandler, () -> seek(open()::seek, offset, whence));
  }

  /**
   * Where the pointer of this rank is (MPI_File_get_position).
   *
   * @return in elements of the view
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public long getPosition() throws MPIException {
    return Calls.call(errhandler, () -> open().position());
  }

  /**
   * The place of an element in the file (MPI_File_get_byte_offset).
   *
   * @param offset in elements of the view
   * @return in bytes
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public long getByteOffset(long offset) throws MPIException {
    return Calls.call(errhandler, () -> open().byteOffset(offset));
  }

  /**
   * Moves the shared pointer (MPI_File_seek_shared).
   *
   * @param offset in elements of the view
   * @param whence SEEK_SET, SEEK_CUR or SEEK_END
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void seekShared(long offset, int whence) throws MPIException {
    Calls.run(errhandler, () -> seek(open()::seekShared, offset, whence));
  }

  /**
   * Where the shared pointer is (MPI_File_get_position_shared).
   *
   * @return in elements of the view
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public long getPositionShared() throws MPIException {
    return Calls.call(errhandler, () -> open().sharedPosition());
  }

  /** A seek of Starling. */
  @FunctionalInterface
  private interface Seek {
    void to(long offset, SeekOrigin origin);
  }

  private static void seek(Seek seek, long offset, int whence) {
    SeekOrigin origin =
        switch (whence) {
          case MPI.SEEK_SET -> SeekOrigin.BEGIN;
          case MPI.SEEK_CUR -> SeekOrigin.CURRENT;
          case MPI.SEEK_END -> SeekOrigin.END;
          default ->
              throw new Failure(
                  ErrorClass.ARG,
                  "whence is %d; it is SEEK_SET, SEEK_CUR or SEEK_END".formatted(whence));
        };
    try {
      seek.to(offset, origin);
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.OTHER, e.getMessage(), e);
    }
  }

  /**
   * The extent that a type has in the file (MPI_File_get_type_extent).
   *
   * @param type any type
   * @return in elements of the base type
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public int getTypeExtent(Datatype type) throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          open();
          return type.type().extent();
        });
  }

  /**
   * Makes accesses atomic, or not (MPI_File_set_atomicity).
   *
   * @param atomicity whether they are
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void setAtomicity(boolean atomicity) throws MPIException {
    Calls.run(errhandler, () -> open().setAtomic(atomicity));
  }

  /**
   * Whether accesses are atomic (MPI_File_get_atomicity).
   *
   * @return false at first
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public boolean getAtomicity() throws MPIException {
    return Calls.call(errhandler, () -> open().isAtomic());
  }

  /**
   * Writes to the device (MPI_File_sync).
   *
   * @throws MPIException if the file was closed, or an argument is wrong
   */
  public void sync() throws MPIException {
    Calls.run(errhandler, () -> open().sync());
  }

  /**
   * Sets the error handler (MPI_File_set_errhandler).
   *
   * @param errhandler ERRORS_RETURN, which files have at first, or ERRORS_ARE_FATAL
   * @throws MPIException if the file was closed
   */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    Objects.requireNonNull(errhandler, "errhandler");
    Calls.run(
        this.errhandler,
        () -> {
          open();
          this.errhandler = errhandler;
        });
  }

  /**
   * The error handler (MPI_File_get_errhandler).
   *
   * @return what was set last
   * @throws MPIException if the file was closed
   */
  public Errhandler getErrhandler() throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          open();
          return errhandler;
        });
  }

  /**
   * Calls the error handler (MPI_File_call_errhandler).
   *
   * @param errorCode for it
   * @throws MPIException never
   */
  public void callErrhandler(int errorCode) throws MPIException {
    Calls.callErrhandler(errhandler, errorCode);
  }
}
