package io.snapkeeper.ensemble;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.SocketFactory;

/** ZooKeeper's four-letter words over a client port. */
public final class FourLetterWord {

  /** No answer of a server we ask is longer; a peer that talks on and on is no ZooKeeper. */
  private static final int LONGEST_ANSWER_BYTES = 1 << 20;

  private FourLetterWord() {}

  /** Over plain TCP; otherwise as {@link #ask(SocketFactory, String, int, String, Duration)}. */
  public static String ask(String host, int port, String word, Duration timeout)
      throws IOException {
    return ask(SocketFactory.getDefault(), host, port, word, timeout);
  }

  /**
   * Sends a word and returns the whole answer.
   *
   * @param sockets makes the connection: plain, or TLS for a secure client port
   * @param timeout for connecting, and again for the whole answer
   * @throws IOException if the server cannot be reached, answers too slowly, or at too great length
   */
  public static String ask(
      SocketFactory sockets, String host, int port, String word, Duration timeout)
      throws IOException {
    int timeoutMillis = Math.toIntExact(Math.max(1, timeout.toMillis()));
    try (Socket socket = sockets.createSocket()) {
      socket.connect(new InetSocketAddress(host, port), timeoutMillis);
      // Over TLS the first write waits for the handshake.
      socket.setSoTimeout(timeoutMillis);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return readAll(socket, System.nanoTime() + timeout.toNanos());
    }
  }

  private static String readAll(Socket socket, long deadlineNanos) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder answer = new StringBuilder();
    byte[] buffer = new byte[8192];
    while (answer.length() <= LONGEST_ANSWER_BYTES) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        throw new java.net.SocketTimeoutException("no complete answer in time");
      }
      socket.setSoTimeout(Math.toIntExact(leftMillis));
      int read = in.read(buffer);
      if (read < 0) {
        return answer.toString();
      }
      answer.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
    }
    throw new IOException("the answer is longer than " + LONGEST_ANSWER_BYTES + " bytes");
  }

  /**
   * The lines "Key: value" of a {@code srvr} answer, e.g. Mode, Zxid, Node count.
   *
   * <p>Empty where the server is up but does not serve ("This ZooKeeper instance is not currently
   * serving requests").
   */
  public static Map<String, String> parseSrvr(String answer) {
    return parseLines(answer, ": ");
  }

  /** The lines "key TAB value" of a {@code mntr} answer. */
  public static Map<String, String> parseMntr(String answer) {
    return parseLines(answer, "\t");
  }

  private static Map<String, String> parseLines(String answer, String separator) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : answer.split("\n", -1)) {
      int at = line.indexOf(separator);
      if (at > 0) {
        values.put(line.substring(0, at).strip(), line.substring(at + separator.length()).strip());
      }
    }
    return values;
  }
}
