/** The files of deploy/, by the rules of those who read them. */
package io.snapkeeper.deploy;
