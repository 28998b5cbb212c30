/**
 * Windows: epochs, locks and accumulates over the memory that ports {@linkplain
 * io.starling.runtime.progress.RemoteMemory reach}. {@link
 * io.starling.collectives.window.RankWindow} has the calls, {@link
 * io.starling.collectives.window.Target} what a window knows of a rank. The arrows: window to call,
 * pointtopoint and operation.
 */
package io.starling.collectives.window;
