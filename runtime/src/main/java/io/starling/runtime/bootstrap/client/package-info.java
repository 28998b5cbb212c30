/**
 * What a rank holds of its job's store. {@link io.starling.runtime.bootstrap.client.StoreClient} is
 * the bootstrap of a rank that the launcher has started, {@link
 * io.starling.runtime.bootstrap.client.StaticRendezvous} that of ranks that meet at a given
 * address, where rank 0 runs the store itself. {@link
 * io.starling.runtime.bootstrap.client.ControlConnection} is apart from both, because programs that
 * never join have it too.
 *
 * <pre>
 * StaticRendezvous ──> StoreClient ──> StoreSession ──> StoreAnswers ──> ExchangeAnswer
 *
 * client ──> store, wire, api
 * </pre>
 */
package io.starling.runtime.bootstrap.client;
