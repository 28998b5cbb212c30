/** The one class of MPJ Express's lowest layer that programs can meet. */
package xdev;
