/** Which lines and branches of the main code a build's tests run through, in all of their JVMs. */
package io.snapkeeper.verify.coverage;
