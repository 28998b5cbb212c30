/**
 * The transport between processes over UCX: shared memory within a host, the fastest network
 * between hosts.
 *
 * <pre>
 * UcxPort ── all but the context ──> UcxWorker ── java.lang.foreign ──> libucp.so.0
 *    └────── the context ──────────> UcxSetup ──┬── JucxSetup ── org.openucx:jucx
 *                                               └── ForeignSetup (where the jar does not fit)
 * </pre>
 *
 * <p>UCX matches messages itself. A worker is touched by one thread at a time, which the engine's
 * guard sees to.
 *
 * <pre>
 * collectives, launcher, bench ──> transport.ucx ──> progress, bootstrap.api, os, log
 * </pre>
 */
package io.starling.runtime.transport.ucx;
