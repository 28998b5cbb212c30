/** An ensemble of models that answers queries by the vote of the majority. Members may die. */
package io.starling.examples.serving;
