import type { Clock, DurationMs } from '@vigia/core/kernel';
import { RestartPolicy } from '@vigia/server';
import { RUNNING_MESSAGES } from './messages.es.ts';

/** How a server process ended. Both are null if it could not be started. */
export type ServerEnd = { readonly code: number | null; readonly signal: string | null };

/** A running server process. */
export type ServerProcess = {
  /** Resolves when the process has ended. Never rejects. */
  readonly ended: Promise<ServerEnd>;
  /** Asks the process to stop in order. */
  readonly stop: () => void;
};

export type SupervisorDeps = {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  /** Starts a server. It calls `onReady` with the address when the server accepts requests. */
  readonly startServer: (onReady: (url: string) => void) => ServerProcess;
  readonly onReady: (url: string) => void;
  readonly say: (line: string) => void;
};

/**
 * Runs the server, and starts it again when it ends without a request. A server that never became ready is not started
 * again, because its next start would fail for the same reason.
 */
export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #policy = new RestartPolicy();
  #server: ServerProcess | null = null;
  #wasReady = false;
  #isStopping = false;
  #wake: (() => void) | null = null;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** Runs until the server has stopped or does not start any more. @returns its last end */
  async run(): Promise<ServerEnd> {
    for (;;) {
      const end = await this.#runOnce();
      if (this.#isStopping || end.code === 0 || !this.#wasReady) return end;
      const delay = this.#policy.failed(this.#deps.clock.monotonicMs());
      if (delay === null) {
        this.#deps.say(RUNNING_MESSAGES.gaveUp);
        return end;
      }
      this.#deps.say(RUNNING_MESSAGES.restarting(describeServerEnd(end), seconds(delay)));
      await this.#pause(delay);
      if (this.#isStopping) return end;
    }
  }

  /** Stops the server in order. It is not started again. */
  stop(): void {
    this.#isStopping = true;
    this.#server?.stop();
    this.#wake?.();
  }

  #runOnce(): Promise<ServerEnd> {
    this.#server = this.#deps.startServer((url) => {
      this.#wasReady = true;
      this.#deps.onReady(url);
    });
    return this.#server.ended;
  }

  #pause(delay: DurationMs): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(delay, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Describes how a process ended, for a sentence. */
export const describeServerEnd = ({ code, signal }: ServerEnd): string =>
  signal === null ? RUNNING_MESSAGES.byCode(code ?? 1) : RUNNING_MESSAGES.bySignal(signal);

const seconds = (ms: number): string => (ms / 1_000).toString().replace('.', ',');
