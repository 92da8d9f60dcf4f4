package io.snapkeeper.wal.log;

import java.io.IOException;
import java.util.List;

/** The directory of a log: what can go wrong on a disk goes wrong here. Thread-safe. */
public interface LogVolume {

  /**
   * Makes an empty file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one of that name
   * @throws UnsupportedOperationException if the file system has no direct I/O
   */
  LogFile create(String name) throws IOException;

  /** Gives a file another name, replacing what has that name. Durable on return. */
  void rename(String from, String to) throws IOException;

  /** Removes a file; nothing happens if there is none. Not durable. */
  void delete(String name) throws IOException;

  /** Names of all files. */
  List<String> names() throws IOException;
}
