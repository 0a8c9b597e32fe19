import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { FeedFault } from './faulty-feed.ts';
import type { Command, KillPoint, Report, Request, ServerOptions } from './protocol.ts';

/**
 * Step of the server's clock in milliseconds. It is so small that every tick, database write and settlement runs at its
 * own time.
 */
const STEP_MS = 50;
/** Time limit for a start in milliseconds. A busy machine needs most of it. */
const START_LIMIT_MS = 180_000;
const KIB_PER_MIB = 1_024;

const Received: z.ZodType<Report> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), url: z.string(), nowMs: z.number(), databaseUrl: z.string() }),
  z.object({ kind: z.literal('done'), id: z.number(), nowMs: z.number(), texts: z.array(z.string()) }),
]);

/** The program of the server, and an optional wrapper program with its first arguments. */
export type ServerLaunch = { readonly program: string; readonly runner?: readonly [string, ...(readonly string[])] };

/** Controls the server, which runs in a separate process and executes commands. */
export class Server {
  readonly url: string;
  readonly databaseUrl: string;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #log: string[];
  #toldMs: number;
  #toldAtMs = performance.now();
  #requests = 0;
  #hasExited = false;

  private constructor(child: ChildProcess, log: string[], ready: Extract<Report, { kind: 'ready' }>) {
    this.#child = child;
    this.#log = log;
    this.url = ready.url;
    this.databaseUrl = ready.databaseUrl;
    this.#toldMs = ready.nowMs;
    this.exited = once(child, 'exit').then(() => void (this.#hasExited = true));
  }

  /**
   * Starts a server.
   * @throws Error with the end of its log if the process exits before it is ready
   */
  static async start({ program, runner }: ServerLaunch, options: ServerOptions): Promise<Server> {
    const [execPath, ...execArgv] = runner ?? [process.execPath];
    const child = fork(program, [JSON.stringify(options)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execPath,
      execArgv,
      env: { ...process.env, NODE_ENV: 'test' },
    });
    const log: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => log.push(text));
    const ready = await Promise.race([
      once(child, 'message').then(([report]) => Received.parse(report)),
      once(child, 'exit').then(() => null),
      new Promise<null>((resolve) => setTimeout(resolve, START_LIMIT_MS, null).unref()),
    ]);
    if (ready?.kind === 'ready') return new Server(child, log, ready);
    child.kill('SIGKILL');
    throw new Error(`the server did not start: ${log.join('').slice(-2_000)}`);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Returns an estimate of the time on the server's clock: the last reported time plus the machine time since then. */
  get nowMs(): number {
    return Math.ceil(this.#toldMs + performance.now() - this.#toldAtMs);
  }

  /** Returns the server's log at level debug. */
  get log(): string {
    return this.#log.join('');
  }

  /** Advances the server's time by `ms` in small steps, so that every timer runs at its time. */
  leap = (ms: number, stepMs = STEP_MS): Promise<readonly string[]> => this.#ask({ kind: 'leap', ms, stepMs });

  /** Advances the server's time by `ms` in one step, as a freeze of the process does. */
  pass = (ms: number): Promise<readonly string[]> => this.#ask({ kind: 'pass', ms });

  /** Changes the server's wall clock by `ms`. Timers ignore the change. */
  jump = (ms: number): Promise<readonly string[]> => this.#ask({ kind: 'jump', ms });

  drift = (rate: number): Promise<readonly string[]> => this.#ask({ kind: 'drift', rate });

  dieAt = (death: KillPoint): Promise<readonly string[]> => this.#ask({ kind: 'die', death });

  /** Returns the SQL statements that the server has sent to the database since the last call. */
  statements = (): Promise<readonly string[]> => this.#ask({ kind: 'statements' });

  feed = (...faults: readonly FeedFault[]): Promise<readonly string[]> => this.#ask({ kind: 'feed', faults });

  /** Runs a program in the server's view of the file system, which may have other mounts than this process. */
  shell = (program: string, ...args: readonly string[]): Promise<readonly string[]> =>
    this.#ask({ kind: 'shell', program, args });

  /** Freezes the process. After it continues, it answers the requests that arrived meanwhile. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Kills the server. Its database keeps running. */
  async kill(): Promise<void> {
    if (this.#hasExited) return;
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  /** Stops the server gracefully, with its database. */
  async stop(): Promise<void> {
    if (this.#hasExited) return;
    this.#child.kill('SIGTERM');
    await this.exited;
  }

  /** Returns the server's memory in MiB. */
  residentMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB_PER_MIB;
  }

  #ask(command: Command): Promise<readonly string[]> {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve, reject) => {
      const onMessage = (message: unknown): void => {
        const report = Received.parse(message);
        if (report.kind !== 'done' || report.id !== id) return;
        this.#child.off('message', onMessage);
        this.#toldMs = report.nowMs;
        this.#toldAtMs = performance.now();
        resolve(report.texts);
      };
      this.#child.on('message', onMessage);
      const onEnd = (): void => reject(new Error(`the server ended while it was asked to ${command.kind}`));
      void this.exited.then(onEnd);
      if (!this.#hasExited) this.#child.send({ id, command } satisfies Request, (error) => error && onEnd());
    });
  }
}
