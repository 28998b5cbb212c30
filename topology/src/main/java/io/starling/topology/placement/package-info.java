/** Where ranks are put on machines, and what they are bound to. */
package io.starling.topology.placement;
