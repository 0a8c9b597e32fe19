import { type Cancel, type Clock, type DurationMs, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { RestartPolicy } from '../restart-policy.ts';
import { errorText, StartupError } from '../startup-error.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

/** The part of the server that its supervision uses. It is an `EmbeddedPostgres` in production. */
export type SupervisedServer = Pick<EmbeddedPostgres, 'isRunning' | 'restart' | 'lacksSpace' | 'limitLog' | 'stop'>;

export type SupervisionDeps = {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly log: Logger;
  /** Prints a line for the user at the terminal. */
  readonly say: (line: string) => void;
  /** Called once if the server does not keep running, so that the process must end. */
  readonly onGivenUp: (error: StartupError) => void;
};

const WATCH = durationMs(500);

/**
 * Restarts a database server whenever its process has ended, with growing delays. While the disk is full it retries
 * without limit. After other repeated failures it stops. A stop through `stop` does not count as a failure.
 */
export class Supervision {
  readonly #server: SupervisedServer;
  readonly #deps: SupervisionDeps;
  readonly #policy = new RestartPolicy();
  readonly #stopping = new AbortController();
  #cancel: Cancel = () => undefined;
  #restarting: Promise<void> = Promise.resolve();
  #isSpaceAwaited = false;

  constructor(server: SupervisedServer, deps: SupervisionDeps) {
    this.#server = server;
    this.#deps = deps;
    this.#watch();
  }

  /** Ends the supervision and stops the server afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancel();
    await this.#restarting;
    await this.#server.stop();
  }

  #watch(): void {
    this.#later(WATCH, () => {
      if (this.#server.isRunning()) {
        this.#server.limitLog();
        return this.#watch();
      }
      this.#deps.log.error('the embedded database has ended by itself; it is started again');
      this.#deps.say('✗ La base de datos incluida se ha caído: se arranca de nuevo');
      this.#failed('terminó por sí sola');
    });
  }

  async #restart(): Promise<void> {
    try {
      await this.#server.restart(this.#stopping.signal);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      const lacksSpace = await this.#server.lacksSpace().catch(() => false);
      return lacksSpace ? this.#awaitSpace(error) : this.#failed(errorText(error));
    }
    this.#isSpaceAwaited = false;
    this.#deps.log.warn('the embedded database runs again');
    this.#deps.say('✓ La base de datos incluida vuelve a estar en marcha');
    this.#watch();
  }

  #failed(reason: string): void {
    const delay = this.#policy.failed(this.#deps.clock.monotonicMs());
    if (delay !== null) return this.#restartAfter(delay);
    this.#deps.onGivenUp(
      new StartupError(
        `La base de datos incluida se cae una y otra vez (${reason}): mira postgres.log en la carpeta de datos. Vigía se cierra.`,
      ),
    );
  }

  /**
   * Waits for disk space. A full disk is not a failure of the server: more space may become available at any time, and
   * an end of the process would not create any.
   */
  #awaitSpace(error: unknown): void {
    if (!this.#isSpaceAwaited) {
      this.#deps.log.error({ reason: errorText(error) }, 'the embedded database waits for disk space');
      this.#deps.say('✗ El disco está lleno: la base de datos arrancará cuando haya sitio');
    }
    this.#isSpaceAwaited = true;
    this.#restartAfter(this.#policy.lackedSpace());
  }

  #restartAfter(delay: DurationMs): void {
    this.#later(delay, () => {
      this.#restarting = this.#restart();
    });
  }

  #later(delay: DurationMs, task: () => void): void {
    if (!this.#stopping.signal.aborted) this.#cancel = this.#deps.clock.after(delay, task);
  }
}
