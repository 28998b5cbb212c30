module io.starling.bench {
  requires io.starling.collectives;
  requires io.starling.gpu;
  requires io.starling.launcher;
  requires info.picocli;
  requires com.fasterxml.jackson.core;
}
