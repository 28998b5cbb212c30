/**
 * What every connection of Starling over a network needs, whatever it carries. Needs the JDK and
 * nothing else.
 */
package io.starling.runtime.net;
