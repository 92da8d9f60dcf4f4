/** {@code snapkeeper profile-disk}: measures a disk for the pacer, and draws what it found. */
package io.snapkeeper.cli.profile;
