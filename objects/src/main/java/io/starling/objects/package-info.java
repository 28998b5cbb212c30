/**
 * Objects that tasks share while hosts come and go (Hoplite, SIGCOMM 2021).
 *
 * <p>An {@link io.starling.objects.ObjectStore} is a program's connection to the stores of all
 * hosts: it puts, gets, reduces and deletes immutable objects by {@link
 * io.starling.objects.ObjectId}. A get returns an {@link io.starling.objects.ObjectView} of the
 * object in the store's memory, and an {@link io.starling.objects.ObjectWriter} writes one there.
 * Failures are a {@link io.starling.runtime.StarlingException}.
 *
 * <p>All other packages of this module are internal: the store with its directory, streams and
 * membership, and the program's side of its door. {@code ObjectStore} alone knows {@code client};
 * the other types here are names, values and errors, which the rooms use.
 *
 * <pre>
 * program ──> ObjectStore ──> ObjectView, ObjectWriter, Reduction, Ready ──> ObjectId
 *                  │      └─> ObjectInfo, StoreReport          what stores say of themselves
 *                  └────────> client ──> door ──> store        internal
 *
 * command ──> client ──> host ──> door ──> store ──> reduce ──> operation ──> transfer
 *                          └────> membership, network
 * simulated ──> store
 * transfer ──> copy, directory ──> protocol
 * network ──> transfer
 * door, network ──> reactor, wire
 *
 * bench, examples ──> objects ──> runtime
 * </pre>
 */
package io.starling.objects;
