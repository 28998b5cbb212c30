/**
 * What every connection of Starling over a network needs, whatever it carries. {@link
 * io.starling.runtime.net.Hmac} shows that both sides know a secret, without sending it. Needs the
 * JDK and nothing else.
 *
 * <pre>
 * bootstrap.wire, stores of objects ──> net
 * </pre>
 */
package io.starling.runtime.net;
