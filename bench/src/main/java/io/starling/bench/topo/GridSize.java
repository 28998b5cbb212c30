package io.starling.bench.topo;

/** How many cells a box takes. */
record GridSize(int rows, int columns) {}
