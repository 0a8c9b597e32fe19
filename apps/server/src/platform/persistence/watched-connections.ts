import { type ConnectionOptions, DriverConnection, type StatementLimits } from './driver-connection.ts';
import { PROBE_INTERVAL_MS, SuspendedServerWatch } from './suspended-server-watch.ts';

/**
 * Opens connections to one database, and abandons them if its server is suspended. A separate open connection probes
 * the server: it waits behind no statement, and is cheaper for a busy server than a new one.
 */
export class WatchedConnections {
  readonly #connect: () => Promise<DriverConnection>;
  readonly #watch: SuspendedServerWatch;
  #probe: Promise<DriverConnection> | null = null;
  #beats: NodeJS.Timeout | null = null;

  constructor(target: ConnectionOptions, limits: StatementLimits & { readonly statement_timeout: number }) {
    this.#watch = new SuspendedServerWatch({ probe: () => this.#ask(), statementTimeoutMs: limits.statement_timeout });
    this.#connect = async () => {
      const connection = await DriverConnection.open(target, limits);
      this.#watch.add(connection);
      return connection;
    };
  }

  async open(): Promise<DriverConnection> {
    const connection = await this.#connect();
    this.#beats ??= setInterval(() => this.#watch.beat(), PROBE_INTERVAL_MS).unref();
    if (this.#probe === null) void this.#openProbe();
    return connection;
  }

  async close(): Promise<void> {
    if (this.#beats !== null) clearInterval(this.#beats);
    await (await this.#opened())?.end();
  }

  async #ask(): Promise<void> {
    const opened = await this.#opened();
    const connection = opened?.isUsable === true ? opened : await this.#openProbe();
    await connection.query({ text: 'SELECT 1' });
  }

  #openProbe(): Promise<DriverConnection> {
    const opening = this.#connect();
    opening.catch(() => undefined);
    this.#probe = opening;
    return opening;
  }

  async #opened(): Promise<DriverConnection | null> {
    return (await this.#probe?.catch(() => null)) ?? null;
  }
}
