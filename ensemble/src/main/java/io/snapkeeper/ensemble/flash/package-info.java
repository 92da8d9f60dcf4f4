/**
 * Emulated flash disks: file systems whose bytes are in memory and whose reads and writes take as
 * long as on a modelled drive, so that contention can be measured repeatably, and each server of an
 * ensemble can have a disk of its own. Linux and FUSE are needed, and root for those that are block
 * devices.
 */
package io.snapkeeper.ensemble.flash;
