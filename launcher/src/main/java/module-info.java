module io.starling.launcher {
  requires io.starling.runtime;
  requires io.starling.topology;
  requires info.picocli;
}
