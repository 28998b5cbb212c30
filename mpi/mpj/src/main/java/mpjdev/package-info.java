/** The classes of MPJ Express's device layer that signatures of package {@code mpi} name. */
package mpjdev;
