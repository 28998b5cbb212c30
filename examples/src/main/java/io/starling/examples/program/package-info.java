/**
 * What examples share: reading options, joining the job or its store, speaking with one voice, and
 * a chart.
 */
package io.starling.examples.program;
