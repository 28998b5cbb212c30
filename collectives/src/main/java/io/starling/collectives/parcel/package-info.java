/**
 * Objects as bytes: a parcel is an encoded object and the primitive arrays that travel beside it.
 * {@link io.starling.collectives.parcel.ParcelWriter} is filled by a codec, {@link
 * io.starling.collectives.parcel.ParcelReader} is read by one; the default codec is here, too. The
 * arrows: parcel to no other room.
 */
package io.starling.collectives.parcel;
