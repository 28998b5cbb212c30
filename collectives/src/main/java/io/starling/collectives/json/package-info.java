/** JSON as people write it: read with line and column, in a few milliseconds of a cold JVM. */
package io.starling.collectives.json;
