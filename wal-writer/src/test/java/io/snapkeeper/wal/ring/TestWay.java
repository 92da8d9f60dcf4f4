package io.snapkeeper.wal.ring;

import io.snapkeeper.wal.log.ChannelVolume;
import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.log.LogWriter;
import io.snapkeeper.wal.log.WriteAheadLog;
import io.snapkeeper.wal.owner.DirectoryOwner;
import io.snapkeeper.wal.owner.TestOwner;
import java.io.IOException;
import java.nio.file.Path;

/** Both placements of the one engine, for tests that hold for either. */
public enum TestWay {
  IN_PROCESS {
    @Override
    public WriteAheadLog open(
        DirectoryOwner owner, LogSettings settings, LogWriter.Troubles troubles)
        throws IOException {
      return new LogWriter(new ChannelVolume(owner), settings, troubles);
    }
  },
  RING {
    @Override
    public WriteAheadLog open(
        DirectoryOwner owner, LogSettings settings, LogWriter.Troubles troubles)
        throws IOException {
      return WriterProcessLog.byRing(
          TestWriter.binary(), owner, settings, WriterProcessLog.HUNG_AFTER, troubles);
    }
  };

  public abstract WriteAheadLog open(
      DirectoryOwner owner, LogSettings settings, LogWriter.Troubles troubles) throws IOException;

  WriteAheadLog open(Path directory, LogSettings settings, LogWriter.Troubles troubles)
      throws IOException {
    return open(TestOwner.of(directory), settings, troubles);
  }
}
