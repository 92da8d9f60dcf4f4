/** The table at the end of the build: which tests ran, which did not, and why. */
package io.snapkeeper.verify;
