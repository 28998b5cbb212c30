/** Programs to learn from and to try an installation with. */
module io.starling.examples {
  requires io.starling.collectives;
  requires io.starling.executor;
  requires io.starling.gpu;
  requires io.starling.objects;
  requires info.picocli;

  opens io.starling.examples to
      info.picocli;
}
