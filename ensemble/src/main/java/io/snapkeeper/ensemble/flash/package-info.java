/**
 * Emulated flash disks: block devices whose bytes are in memory and whose commands take as long as
 * on a modelled drive, so that contention can be measured repeatably, and each server of an
 * ensemble can have a disk of its own. Linux, root and FUSE are needed.
 */
package io.snapkeeper.ensemble.flash;
