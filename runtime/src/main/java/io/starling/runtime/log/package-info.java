/**
 * How all of Starling logs. {@link io.starling.runtime.log.Logs} prepares logging at the first
 * logger, so that ranks which log nothing do not load it. Needs the JDK and nothing else.
 *
 * <pre>
 * transport.ucx, bootstrap.pmix, and other modules ──> log
 * </pre>
 */
package io.starling.runtime.log;
