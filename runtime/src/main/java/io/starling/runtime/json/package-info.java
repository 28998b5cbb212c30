/**
 * Reads JSON with the line and column of each value, in a few milliseconds of a cold JVM. {@link
 * io.starling.runtime.json.Json} is a value as it is in the file; what is wrong with it is a {@link
 * io.starling.runtime.json.JsonException} that names the place. Needs the JDK and nothing else.
 *
 * <pre>
 * tables of rules, matrices of hosts, simulated machines ──> json
 * </pre>
 */
package io.starling.runtime.json;
