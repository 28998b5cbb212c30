/** Reads JSON with the line and column of each value, in a few milliseconds of a cold JVM. */
package io.starling.runtime.json;
