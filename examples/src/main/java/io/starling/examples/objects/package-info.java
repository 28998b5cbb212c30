/**
 * A master and workers that meet only through objects: orders, models and results. Workers may die.
 */
package io.starling.examples.objects;
