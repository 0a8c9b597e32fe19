import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { LeaseHandle, SingletonWork } from '#platform/cluster/cluster.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { ApiFault, BotApi } from './bot-api.ts';
import { type ChatEvent, readUpdate, updateId } from './updates.ts';
import { BOT_WORDS } from './words.es.ts';

/** Name of the lease whose holder receives the updates of the bot. */
export const TELEGRAM_UPDATES = 'telegram-updates';

/** Delays before the next request after a failed one, in milliseconds. The last one repeats. */
const RETRY_MS = [1_000, 5_000, 15_000, 60_000] as const;
/** Shortest time between two requests without an update. */
const EMPTY_MS = 1_000;
/** Delay after a refused token. Only a restart with another token helps. */
const UNKNOWN_BOT_MS = 10 * 60_000;
/** Time in milliseconds between two registrations of the address for updates. */
const REGISTER_EVERY_MS = 10 * 60_000;

export type UpdateLoopDeps = {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly log: Logger;
  /** Handles one event. Never throws. */
  readonly handle: (event: ChatEvent) => Promise<void>;
  /** The public address to which Telegram posts updates; null to request them. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
};

/**
 * Receives the updates of the bot in the process that holds the lease. It requests them (long polling), or registers
 * the address to which Telegram posts them. Events of one chat are handled in order, those of several chats
 * concurrently. An update is confirmed to Telegram after it was handled, so it is handled again if the process ends
 * before that.
 */
export class UpdateLoop implements SingletonWork {
  readonly #deps: UpdateLoopDeps;
  #running: Promise<void> = Promise.resolve();
  #stopping = new AbortController();
  #cancelWait: Cancel = () => undefined;
  #endWait: () => void = () => undefined;

  constructor(deps: UpdateLoopDeps) {
    this.#deps = deps;
  }

  async start(lease: LeaseHandle): Promise<void> {
    this.#stopping = new AbortController();
    this.#running = this.#run(lease, this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelWait();
    this.#endWait();
    await this.#running;
  }

  async #run(lease: LeaseHandle, signal: AbortSignal): Promise<void> {
    const { api, webhook } = this.#deps;
    const isReady = await this.#repeat(signal, async () => {
      const answer = await api.postTo(webhook);
      return answer.ok ? null : answer.fault;
    });
    if (!isReady) return;
    await api.describe(BOT_WORDS.commands);
    if (webhook === null) await this.#poll(lease, signal);
    else await this.#keepRegistered(signal);
  }

  /** Registers the address again and again: another program with the same token may have removed it. */
  async #keepRegistered(signal: AbortSignal): Promise<void> {
    const { api, webhook } = this.#deps;
    while (!signal.aborted) {
      await this.#wait(REGISTER_EVERY_MS);
      if (signal.aborted) return;
      await this.#repeat(signal, async () => {
        const answer = await api.postTo(webhook);
        return answer.ok ? null : answer.fault;
      });
    }
  }

  async #poll(lease: LeaseHandle, signal: AbortSignal): Promise<void> {
    const { api, clock, log } = this.#deps;
    let offset = 0;
    while (!signal.aborted) {
      const askedMs = clock.monotonicMs();
      await this.#repeat(signal, async () => {
        const answer = await api.updates(offset, signal);
        if (!answer.ok) return answer.fault;
        // The next holder of the lease receives these updates again.
        if (signal.aborted || !lease.isFresh()) return null;
        const ids = answer.value.flatMap((update) => updateId(update) ?? []);
        if (ids.length < answer.value.length) log.warn('an update of Telegram has no id');
        await this.#handleAll(answer.value);
        offset = Math.max(offset, ...ids.map((id) => id + 1));
        // A server that does not wait for updates would be asked without end.
        const isTooFast = ids.length === 0 && clock.monotonicMs() - askedMs < EMPTY_MS;
        if (isTooFast) await this.#wait(EMPTY_MS);
        return null;
      });
    }
    // Without this, the next start would handle the last updates again.
    if (offset > 0) await api.confirm(offset);
  }

  async #handleAll(updates: readonly unknown[]): Promise<void> {
    const chats = new Map<number, ChatEvent[]>();
    for (const update of updates) {
      const event = readUpdate(update);
      if (event !== null) chats.set(event.chatId, [...(chats.get(event.chatId) ?? []), event]);
    }
    await Promise.all(
      [...chats.values()].map(async (events) => {
        for (const event of events) await this.#deps.handle(event);
      }),
    );
  }

  /** Repeats a call until it has no fault. @returns false if it was stopped before */
  async #repeat(signal: AbortSignal, call: () => Promise<ApiFault | null>): Promise<boolean> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const fault = await call();
      if (fault === null) return true;
      if (signal.aborted) return false;
      const waitMs = delayOf(fault, failures);
      if (failures === 0) this.#report(fault);
      await this.#wait(waitMs);
    }
    return false;
  }

  #report(fault: ApiFault): void {
    const { log } = this.#deps;
    if (fault.kind === 'unknown_bot') log.error('Telegram does not accept TELEGRAM_BOT_TOKEN');
    else if (fault.kind === 'conflict') log.warn('another program requests the updates of this bot');
    else log.warn({ fault }, 'Telegram does not answer');
  }

  async #wait(waitMs: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#endWait = resolve;
      this.#cancelWait = this.#deps.clock.after(durationMs(waitMs), resolve);
    });
  }
}

function delayOf(fault: ApiFault, failures: number): number {
  if (fault.kind === 'unknown_bot') return UNKNOWN_BOT_MS;
  const ownMs = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? RETRY_MS[0];
  return fault.kind === 'later' ? (fault.retryAfterMs ?? ownMs) : ownMs;
}
