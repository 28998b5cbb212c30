/**
 * The tree of stores through which ranks find each other. The launcher's store is the root and
 * decides; the agent of every other host has one that passes on. {@link
 * io.starling.runtime.bootstrap.store.StoreLoop} is the only thread of a store, and {@link
 * io.starling.runtime.bootstrap.store.StoreRelay} what both kinds share.
 *
 * <pre>
 *                launcher: StoreServer  (decides)
 *                 |        |         \
 *               rank   AgentStore   AgentStore     (pass on)
 *                       /     \          |
 *                    rank     rank   AgentStore
 *
 * StoreServer, AgentStore ──> StoreLoop ──> StoreRelay ──> StoreMembers ──> StoreConnection
 *
 * store ──> wire, api
 * </pre>
 */
package io.starling.runtime.bootstrap.store;
