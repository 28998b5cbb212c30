/** How all of Starling logs. Needs the JDK and nothing else. */
package io.starling.runtime.log;
