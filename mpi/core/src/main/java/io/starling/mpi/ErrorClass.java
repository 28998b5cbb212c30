package io.starling.mpi;

import java.util.Locale;

/** MPI's classes of errors (MPI 4.1, section 9.4), with the codes of Open MPI. */
public enum ErrorClass {
  BUFFER(1, "invalid buffer pointer"),
  COUNT(2, "invalid count argument"),
  TYPE(3, "invalid datatype"),
  TAG(4, "invalid tag"),
  COMM(5, "invalid communicator"),
  RANK(6, "invalid rank"),
  REQUEST(7, "invalid request"),
  ROOT(8, "invalid root"),
  GROUP(9, "invalid group"),
  OP(10, "invalid reduce operation"),
  TOPOLOGY(11, "invalid communicator topology"),
  DIMS(12, "invalid topology dimension"),
  ARG(13, "invalid argument of some other kind"),
  UNKNOWN(14, "unknown error"),
  TRUNCATE(15, "message truncated"),
  OTHER(16, "known error not in list"),
  INTERN(17, "internal error"),
  IN_STATUS(18, "error code in status"),
  PENDING(19, "pending request"),
  ACCESS(20, "invalid access mode"),
  AMODE(21, "invalid amode argument"),
  ASSERT(22, "invalid assert argument"),
  BAD_FILE(23, "bad file"),
  BASE(24, "invalid base"),
  CONVERSION(25, "error in data conversion"),
  DISP(26, "invalid displacement"),
  DUP_DATAREP(27, "error duplicating data representation"),
  FILE_EXISTS(28, "file exists already"),
  FILE_IN_USE(29, "file already in use"),
  FILE(30, "invalid file"),
  INFO_KEY(31, "invalid key argument for info object"),
  INFO_NOKEY(32, "unknown key for given info object"),
  INFO_VALUE(33, "invalid value argument for info object"),
  INFO(34, "invalid info object"),
  IO(35, "input/output error"),
  KEYVAL(36, "invalid key value"),
  LOCKTYPE(37, "invalid lock"),
  NAME(38, "invalid name argument"),
  NO_MEM(39, "out of memory"),
  NOT_SAME(40, "objects are not identical"),
  NO_SPACE(41, "no space left on device"),
  NO_SUCH_FILE(42, "no such file or directory"),
  PORT(43, "invalid port"),
  QUOTA(44, "out of quota"),
  READ_ONLY(45, "file is read only"),
  RMA_CONFLICT(46, "rma conflict during operation"),
  RMA_SYNC(47, "error executing rma sync"),
  SERVICE(48, "unknown service name"),
  SIZE(49, "invalid size"),
  SPAWN(50, "could not spawn processes"),
  UNSUPPORTED_DATAREP(51, "data representation not supported"),
  UNSUPPORTED_OPERATION(52, "operation not supported"),
  WIN(53, "invalid window"),
  RMA_RANGE(68, "invalid RMA address range"),
  RMA_ATTACH(69, "could not attach RMA segment"),
  RMA_FLAVOR(70, "invalid type of window"),
  RMA_SHARED(71, "memory cannot be shared"),
  PROC_ABORTED(74, "a process has aborted"),
  PROC_FAILED(75, "a process has failed"),
  PROC_FAILED_PENDING(76, "a process has failed, the request is pending"),
  REVOKED(77, "the communicator is revoked");

  private final int code;
  private final String phrase;

  ErrorClass(int code, String phrase) {
    this.code = code;
    this.phrase = phrase;
  }

  /**
   * The number that programs see.
   *
   * @return 1 or more
   */
  public int code() {
    return code;
  }

  /**
   * The text that programs see in messages, such as {@code MPI_ERR_RANK: invalid rank}.
   *
   * @return the name of MPI and a phrase
   */
  public String text() {
    return "MPI_ERR_" + name().toUpperCase(Locale.ROOT) + ": " + phrase;
  }
}
