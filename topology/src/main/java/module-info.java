module io.starling.topology {
  requires io.starling.runtime;
  requires com.sun.jna;
}
