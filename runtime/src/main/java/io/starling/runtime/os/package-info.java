/** System calls for which Java has no method. Needs nothing else of Starling but its errors. */
package io.starling.runtime.os;
