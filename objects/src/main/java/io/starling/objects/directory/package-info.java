/**
 * The directory: where the copies of each object are, which store may fetch from which, and what
 * was deleted. Each store keeps the entries of the objects whose primary it is; each entry is a
 * machine that turns a question into answers and orders. It sends through an {@link
 * io.starling.objects.directory.Outbox}.
 *
 * <pre>
 * Directory ──> Entries ──> Entry ──> Copies
 *     └───────> Records, ReduceDesk
 *
 * store, reduce, operation, transfer ──> directory ──> protocol, io.starling.objects
 * </pre>
 */
package io.starling.objects.directory;
