module io.starling.examples {
  requires io.starling.collectives;
  requires info.picocli;
  requires me.tongfei.progressbar;
}
