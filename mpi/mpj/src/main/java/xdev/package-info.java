/**
 * The one class of MPJ Express's lowest layer that programs can meet. It is the root of the
 * exceptions, which a program may catch. There are no devices here, as Starling moves the data.
 *
 * <pre>
 * mpjdev ──> xdev
 * </pre>
 */
package xdev;
