/**
 * The classes of MPJ Express's device layer that signatures of package {@code mpi} name. A status
 * has its fields from here, and an exception its parent. The others have no use in Starling's
 * adapter.
 *
 * <pre>
 * mpi ──> mpjdev ──> mpjbuf, xdev
 * </pre>
 */
package mpjdev;
