/**
 * The buffers of MPJ Express that {@code Pack} and {@code Unpack} work on. Names and signatures are
 * those of MPJ Express, as programs name them. Memory is an array that grows, whatever capacity was
 * asked for.
 *
 * <pre>
 * mpi, mpjdev ──> mpjbuf
 * </pre>
 */
package mpjbuf;
