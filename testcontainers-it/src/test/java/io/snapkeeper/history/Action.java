package io.snapkeeper.history;

/**
 * What an operation does to one znode, and what its client saw of that. An operation with several
 * actions is a multi.
 */
public sealed interface Action {

  /** An expected version that fits any. */
  int ANY_VERSION = -1;

  /** A version that the client was not told. */
  int UNSEEN = -1;

  /** The znode's path. */
  String key();

  /**
   * Reads.
   *
   * @param found what the client saw
   */
  record Read(String key, Znode found) implements Action {
    public Read {
      Znode.requireWord(key);
    }
  }

  /**
   * Checks the version and changes nothing.
   *
   * @param expectedVersion fails with {@link Refusal#BAD_VERSION} at any other; {@link
   *     #ANY_VERSION} fits all
   */
  record Check(String key, int expectedVersion) implements Action {
    public Check {
      Znode.requireWord(key);
    }
  }

  /**
   * Writes the data of a znode that exists.
   *
   * @param expectedVersion fails with {@link Refusal#BAD_VERSION} at any other; {@link
   *     #ANY_VERSION} fits all
   * @param version the version that the client was told it has made; {@link #UNSEEN} if none
   */
  record Write(String key, String value, int expectedVersion, int version) implements Action {
    public Write {
      Znode.requireWord(key);
      Znode.requireWord(value);
    }

    /** A write of which nothing is known yet. */
    public Write(String key, String value, int expectedVersion) {
      this(key, value, expectedVersion, UNSEEN);
    }

    /** The same with what the client was told. */
    public Write made(int newVersion) {
      return new Write(key, value, expectedVersion, newVersion);
    }
  }

  /** Creates a znode, with version 0. */
  record Create(String key, String value) implements Action {
    public Create {
      Znode.requireWord(key);
      Znode.requireWord(value);
    }
  }

  /**
   * Deletes a znode.
   *
   * @param expectedVersion fails with {@link Refusal#BAD_VERSION} at any other; {@link
   *     #ANY_VERSION} fits all
   */
  record Delete(String key, int expectedVersion) implements Action {
    public Delete {
      Znode.requireWord(key);
    }
  }
}
