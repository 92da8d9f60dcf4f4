package io.snapkeeper.ensemble;

/** An ensemble could not be started, reached or read. The message names cause and remedy. */
public class EnsembleException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public EnsembleException(String message) {
    super(message);
  }

  public EnsembleException(String message, Throwable cause) {
    super(message, cause);
  }
}
