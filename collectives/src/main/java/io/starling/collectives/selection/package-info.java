/**
 * Which algorithm runs: wishes, tables of rules, and what they mean for a communicator.
 *
 * <pre>{@code
 * withAlgorithm  over  --algorithm  over  --tree  over  --table  over  shipped-table.json
 *                     (wishes)                        (rules, first match)
 * }</pre>
 */
package io.starling.collectives.selection;
