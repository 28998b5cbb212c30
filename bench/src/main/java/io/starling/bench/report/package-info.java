/** Figures and how they are shown: a table for people, JSON lines for programs. */
package io.starling.bench.report;
