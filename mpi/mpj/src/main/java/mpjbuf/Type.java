package mpjbuf;

/** The type of a section of a buffer; it has no use in Starling's adapter. */
public class Type {

  /** An object without a use. */
  public Type() {}
}
