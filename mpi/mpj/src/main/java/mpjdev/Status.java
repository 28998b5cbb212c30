package mpjdev;

import java.util.UUID;
import mpjbuf.Type;

/** The fields that a status inherits. */
@SuppressWarnings("checkstyle:VisibilityModifier") // Programs name these fields.
public class Status {

  /** The rank that sent the message. */
  public int source;

  /** Its tag. */
  public int tag;

  /** The place of the request in the array of a call for several ones. */
  public int index;

  /** The number of base elements, or of objects. */
  public int count;

  /** The length of the message. */
  public int countInBytes;

  /** The same as the count. */
  public int numEls;

  /** Not used. */
  public Type type;

  /** Not used. */
  public UUID srcID;

  /** A status of no message. */
  public Status() {}
}
