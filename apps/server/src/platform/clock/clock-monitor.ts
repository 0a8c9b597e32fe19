import { type Cancel, type Clock, durationMs, type EpochMs, JumpDetector } from '@vigia/core/kernel';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../logging/logger.ts';

const LOOK_EVERY = durationMs(1_000);

/**
 * A jump of the wall clock. `jumpMs` is positive for a jump ahead and negative for a jump back. `atMs` is the time
 * after the jump.
 */
export type ClockJump = { readonly atMs: EpochMs; readonly jumpMs: number };

type MonitorDeps = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly registry: Registry;
  /** Called after each jump. */
  readonly onJump: () => void;
};

/** Checks every second whether the wall clock has jumped, and logs and counts the jumps. */
export class ClockMonitor {
  readonly #deps: MonitorDeps;
  readonly #jumps: JumpDetector;
  readonly #counter: Counter;
  #last: ClockJump | null = null;
  #cancel: Cancel | null = null;

  constructor(deps: MonitorDeps) {
    this.#deps = deps;
    this.#jumps = new JumpDetector(deps.clock);
    this.#counter = new Counter({
      name: 'vigia_clock_jumps_total',
      help: 'Jumps of the wall clock by half a second or more',
      registers: [deps.registry],
    });
  }

  /** The latest jump since the start, or null if there was none. */
  get last(): ClockJump | null {
    return this.#last;
  }

  start(): void {
    this.#cancel = this.#deps.clock.every(LOOK_EVERY, () => this.#look());
  }

  stop(): void {
    this.#cancel?.();
  }

  #look(): void {
    const jumpMs = this.#jumps.observeMs();
    if (jumpMs === 0) return;
    const { clock, log, onJump } = this.#deps;
    this.#counter.inc();
    this.#last = { atMs: clock.now(), jumpMs };
    log.warn({ jumpMs }, 'the wall clock jumped, or this machine was suspended');
    onJump();
  }
}
