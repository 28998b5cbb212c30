/**
 * {@code starling topo}: a machine, the ranks on it and the tree along which they talk, in text and
 * as a picture. The picture is made in steps that know nothing of each other's insides:
 *
 * <pre>{@code
 * Placement -> Part -> Board        what is drawn, in cells: seats of ranks with corridors between
 * Edge      -> Router -> Route      each edge's way along the corridors, so that it meets no disc
 * Route     -> Strands -> Geometry  strands side by side where ways share a corridor; then pixels
 *              TopologySvg          boxes, curves, discs, legend
 * }</pre>
 *
 * <pre>
 * topo ──> bench, report
 * </pre>
 */
package io.starling.bench.topo;
