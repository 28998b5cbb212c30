/**
 * What local programs ask of a store: puts, gets, deletes and questions, each a machine that goes
 * on when an answer, bytes or memory come. All local gets of an object share one fetch. Listeners
 * hear what comes of an operation.
 *
 * <pre>
 * Fetches ──> Fetch ──> Half          Puts ──> Put, SmallPut
 *    └──────> Get
 *
 * store, reduce, door, host, simulated, bench ──> operation
 * operation ──> transfer, copy, directory, protocol, io.starling.objects, io.starling.runtime
 * </pre>
 */
package io.starling.objects.operation;
