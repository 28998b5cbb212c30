package io.starling.bench.topo;

/** How many cells a box takes. */
record Cells(int rows, int columns) {}
