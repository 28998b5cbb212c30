/** {@code starling noise}: how much noise slows collectives down (ADAPT, section 5.1.1). */
package io.starling.bench.noise;
