/** The part of a connection that the watch uses. It is a `DriverConnection` in production. */
export type WatchedConnection = {
  readonly isUsable: boolean;
  /** Number of statements without a response. */
  readonly waiting: number;
  /** Number of received bytes. Everything that the server sends increases it. */
  readonly receivedBytes: number;
  /** Rejects every waiting statement and closes the socket. */
  abandon(reason: string): void;
};

export type SuspendedServerWatchDeps = {
  /** Sends a trivial statement over a separate connection, and settles when the server has answered in any way. */
  readonly probe: () => Promise<unknown>;
  /** Longest time that the server itself lets one statement run. */
  readonly statementTimeoutMs: number;
};

/**
 * Interval of the checks. Times are counted in checks, so that a suspension of this process is not counted as silence
 * of the server.
 */
export const PROBE_INTERVAL_MS = 200;
const PROBE_AFTER_BEATS = 600 / PROBE_INTERVAL_MS;
/**
 * Silence after which a server is treated as suspended. With this value and the time before the probe, a request is
 * answered within 5 s. A busy server still answers the probe.
 */
const PATIENCE_BEATS = 2_800 / PROBE_INTERVAL_MS;
/** Silence beyond the statement timeout after which only the backend of a statement is treated as suspended. */
const GRACE_MS = 1_000;
/** Pause between two probes while a slow statement runs. */
const PROBE_PAUSE_BEATS = 1_000 / PROBE_INTERVAL_MS;

type Silence = { receivedBytes: number; beats: number };

/**
 * Abandons connections to a suspended or silently disconnected server. Such a server can neither answer a statement nor
 * cancel it, so this client rejects the waiting statements. The watch adds no cost to a statement.
 */
export class SuspendedServerWatch {
  readonly #deps: SuspendedServerWatchDeps;
  readonly #stuckBeats: number;
  readonly #silences = new Map<WatchedConnection, Silence>();
  #probe: { beats: number } | null = null;
  #pauseBeats = 0;

  constructor(deps: SuspendedServerWatchDeps) {
    this.#deps = deps;
    this.#stuckBeats = (deps.statementTimeoutMs + GRACE_MS) / PROBE_INTERVAL_MS;
  }

  add(connection: WatchedConnection): void {
    this.#silences.set(connection, { receivedBytes: 0, beats: 0 });
  }

  /** Checks every connection. Call it every `PROBE_INTERVAL_MS`. */
  beat(): void {
    let longest = 0;
    for (const [connection, silence] of this.#silences) {
      if (!connection.isUsable) this.#silences.delete(connection);
      else longest = Math.max(longest, this.#listen(connection, silence));
    }
    if (this.#probe !== null) this.#await(this.#probe);
    else if (this.#pauseBeats > 0) this.#pauseBeats -= 1;
    else if (longest >= PROBE_AFTER_BEATS) this.#ask();
  }

  /**
   * Counts the silence of a connection.
   * @returns the number of checks for which a response is missing
   */
  #listen(connection: WatchedConnection, silence: Silence): number {
    const isSilent = connection.waiting > 0 && connection.receivedBytes === silence.receivedBytes;
    silence.receivedBytes = connection.receivedBytes;
    silence.beats = isSilent ? silence.beats + 1 : 0;
    if (silence.beats > this.#stuckBeats) connection.abandon('a statement outlived the limit of the server');
    return silence.beats;
  }

  #ask(): void {
    const probe = { beats: 0 };
    this.#probe = probe;
    const answered = (): void => {
      if (this.#probe !== probe) return;
      this.#probe = null;
      this.#pauseBeats = PROBE_PAUSE_BEATS;
    };
    // A refusal is a response too. A server that has ended closes its connections by itself.
    this.#deps.probe().then(answered, answered);
  }

  #await(probe: { beats: number }): void {
    probe.beats += 1;
    if (probe.beats < PATIENCE_BEATS) return;
    this.#probe = null;
    for (const connection of this.#silences.keys()) connection.abandon('the database answers nothing');
    this.#silences.clear();
  }
}
