package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;

/** A predefined datatype. */
public class BasicType extends Datatype {

  private static final int PACKED_CODE = 9;
  private static final int LOWER_CODE = 10;
  private static final int UPPER_CODE = 11;
  private static final int OBJECT_CODE = 12;

  private BasicType(Layout layout) {
    super(layout);
  }

  static Datatype of(int code, Base base, io.starling.runtime.Datatype type) {
    return new BasicType(Layout.primitive(code, ElementType.basic(base, type, base.bytes())));
  }

  private static ElementType slot() {
    return ElementType.basic(Base.INT, io.starling.runtime.Datatype.INT32, Integer.BYTES);
  }

  static Datatype none() {
    return new BasicType(nothing());
  }

  static Datatype packed() {
    return new BasicType(Layout.packed(PACKED_CODE, nothing().basic()));
  }

  static Datatype lowerMarker() {
    return new BasicType(Layout.marker(LOWER_CODE, nothing().basic(), true));
  }

  static Datatype upperMarker() {
    return new BasicType(Layout.marker(UPPER_CODE, nothing().basic(), false));
  }

  static Datatype object() {
    return new BasicType(Layout.objects(OBJECT_CODE, slot()));
  }
}
