/**
 * What the environment says of a job's communicators, and how it is read and checked: {@link
 * io.starling.collectives.settings.JobVariables} names the variables. A rank prints its few lines
 * through {@link io.starling.collectives.settings.Notice}. The arrows: settings to selection and
 * algorithm.
 */
package io.starling.collectives.settings;
