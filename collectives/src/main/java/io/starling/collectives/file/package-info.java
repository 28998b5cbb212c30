/**
 * Files that the ranks of a communicator have open together (MPI 4.1, chapter 14). An access is a
 * map of bytes of the file and memory; each rank reads and writes it by itself, or one rank on each
 * host does so for all, in long blocks. It knows {@code call} and the rooms below it; {@code
 * communicator} opens files. The arrows: file to call, selection and operation.
 */
package io.starling.collectives.file;
