package io.starling.bench;

/** On which device messages lie, as {@code --device} says. */
enum Where {
  CPU,
  GPU
}
