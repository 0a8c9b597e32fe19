import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BreakablePart } from './breakable.ts';

const READY_WITHIN_MS = 120_000;
/** The time limit for a graceful stop in milliseconds. */
const END_WITHIN_MS = 30_000;
const POLL_MS = 25;
const LOG_SHOWN = 2_000;

/** A program, and the text in its output that shows that it is ready. */
export type Command = {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The file to which the program appends its output. All restarts write to the same file. */
  readonly logFile: string;
  readonly readyWhen: RegExp;
};

/**
 * A program in a separate process group. A signal to the fault tests therefore does not reach it, and the tests can
 * stop it gracefully.
 */
export class OwnProcess implements BreakablePart {
  readonly #command: Command;
  #child: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(command: Command) {
    this.#command = command;
  }

  get name(): string {
    return this.#command.name;
  }

  get pid(): number | null {
    return this.isRunning ? (this.#child?.pid ?? null) : null;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the current process has ended for any reason. */
  get exited(): Promise<unknown> {
    return this.#exited;
  }

  /** Returns all output of the process so far. */
  get log(): string {
    return readFileSync(this.#command.logFile, 'utf8');
  }

  /**
   * Starts the process.
   * @throws Error with the end of its log if the process exits, or is not ready in time
   */
  async start(): Promise<void> {
    const { name, readyWhen } = this.#command;
    const writtenBefore = this.#spawn();
    for (const sinceMs = performance.now(); performance.now() - sinceMs < READY_WITHIN_MS; await sleep(POLL_MS)) {
      if (readyWhen.test(this.log.slice(writtenBefore))) return;
      if (!this.isRunning) break;
    }
    await this.kill();
    throw new Error(`${name} did not start: ${this.log.slice(writtenBefore).slice(-LOG_SHOWN)}`);
  }

  /**
   * Starts the program.
   * @returns the length of its log before this start
   */
  #spawn(): number {
    const { program, args, environment, logFile } = this.#command;
    const log = openSync(logFile, 'a', 0o600);
    const writtenBefore = readFileSync(logFile, 'utf8').length;
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'], ...environment },
    });
    closeSync(log);
    child.once('error', () => undefined);
    this.#child = child;
    this.#exited = once(child, 'exit').catch(() => undefined);
    return writtenBefore;
  }

  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    await this.#exited;
  }

  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /**
   * Stops the process gracefully.
   * @throws Error if the process had to be killed
   */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    this.#signal('SIGTERM');
    const hasEnded = await Promise.race([this.#exited.then(() => true), sleep(END_WITHIN_MS, false, { ref: false })]);
    if (hasEnded) return;
    await this.kill();
    throw new Error(`${this.name} did not end when it was asked to: ${this.log.slice(-LOG_SHOWN)}`);
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal);
  }
}
