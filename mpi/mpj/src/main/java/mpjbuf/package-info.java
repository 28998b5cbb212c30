/** The buffers of MPJ Express that {@code Pack} and {@code Unpack} work on. */
package mpjbuf;
