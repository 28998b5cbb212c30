/**
 * The copies of a store and their memory: what is there, up to which byte, who reads it and what
 * may go. It knows the ids, types and lanes of messages, and no other store. A {@link
 * io.starling.objects.copy.Space} never uses more than the budget of the store.
 *
 * <pre>
 * CopyTable ──> Copy ──> Space ──> Region
 *                 └────> Progress
 *
 * store, reduce, operation, transfer, door, host, simulated, bench ──> copy
 * copy ──> protocol, io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.objects.copy;
