package io.snapkeeper.zk;

import java.util.concurrent.CountDownLatch;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of this module's unit tests: writes nothing, and can be made to hang as an appender does
 * whose disk is full or whose pipe nobody reads.
 */
public final class HangingLog implements SLF4JServiceProvider {

  private static volatile CountDownLatch end = new CountDownLatch(0);

  /** From now on each thread that logs waits. */
  public static void hang() {
    end = new CountDownLatch(1);
  }

  /** No thread waits any more. */
  public static void goOn() {
    end.countDown();
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> new HangingLogger();
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return new BasicMarkerFactory();
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return new NOPMDCAdapter();
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.0";
  }

  @Override
  public void initialize() {}

  private static final class HangingLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1;

    @Override
    protected String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level, Marker marker, String message, Object[] arguments, Throwable thrown) {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public boolean isTraceEnabled() {
      return false;
    }

    @Override
    public boolean isDebugEnabled() {
      return false;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
