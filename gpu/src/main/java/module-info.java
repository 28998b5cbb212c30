module io.starling.gpu {
  requires io.starling.runtime;
}
