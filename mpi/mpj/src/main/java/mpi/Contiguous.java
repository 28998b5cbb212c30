package mpi;

/** Elements one after the other. */
public class Contiguous extends Datatype {

  Contiguous(Layout layout) {
    super(layout);
  }
}
