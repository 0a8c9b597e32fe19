import { type Cancel, durationMs } from '@vigia/core/kernel';
import { WORK_TOLERANCE_MS } from '@vigia/core/strategy-definitions';
import type { Shard } from '#platform/cluster/shards.ts';
import type { StrategyDeps } from '../deps.ts';
import type { StrategyAutomations, StrategyRun } from '../running/strategy-run.ts';
import {
  findMessagesOfTakenCandles,
  findOverdueMessages,
  findWaitingMessages,
  type MessageRow,
  markMessagesWithSignal,
  refuseMessages,
} from './message.repository.ts';
import { messageRefusalOf } from './message-gates.ts';
import { toExternalSignal } from './message-signal.ts';
import { MESSAGES_STORED } from './receiver.ts';
import { type MessageRefusal, refusalWithSentence } from './refusals.ts';

const SWEEP_MS = durationMs(1_000);

type InboxDeps = Pick<StrategyDeps, 'db' | 'clock' | 'log' | 'markets' | 'work'>;

/**
 * Makes signals of the stored messages from outside, in the process that runs the strategies of their users. Work only
 * triggers it: the database has the messages, and a sweep finds those whose work was lost. Entry and candle of a signal
 * follow from the time of receipt, so a message that is handled twice gives one signal.
 */
export class ExternalInbox {
  readonly #deps: InboxDeps;
  readonly #engine: () => StrategyAutomations;
  readonly #received = new Map<Shard, Cancel>();
  /** Messages that are handled now. */
  readonly #handling = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #cancel: Cancel = () => undefined;

  /** @param engine called from the first message on, because the engine's constructor needs this inbox */
  constructor(deps: InboxDeps, engine: () => StrategyAutomations) {
    this.#deps = deps;
    this.#engine = engine;
  }

  start(): void {
    this.#cancel = this.#deps.clock.every(SWEEP_MS, () => {
      this.#running = this.#sweep();
    });
  }

  async stop(): Promise<void> {
    this.#cancel();
    for (const cancel of this.#received.values()) cancel();
    this.#received.clear();
    await this.#running;
  }

  acquire(shards: readonly Shard[]): void {
    for (const shard of shards)
      this.#received.set(
        shard,
        this.#deps.work.work(MESSAGES_STORED, shard, async ({ messageIds }) => {
          await this.#handle(messageIds);
          return 'done';
        }),
      );
  }

  release(shards: readonly Shard[]): void {
    for (const shard of shards) {
      this.#received.get(shard)?.();
      this.#received.delete(shard);
    }
  }

  async #sweep(): Promise<void> {
    const { owned } = this.#engine();
    if (owned.all.length === 0) return;
    try {
      const beforeMs = this.#deps.clock.now() - SWEEP_MS;
      await this.#handle(await findOverdueMessages(this.#deps.db.sql, owned.all, beforeMs));
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'messages from outside could not be looked up; tried again');
    }
  }

  async #handle(messageIds: readonly string[]): Promise<void> {
    const { sql } = this.#deps.db;
    const ids = messageIds.filter((id) => !this.#handling.has(id));
    if (ids.length === 0) return;
    for (const id of ids) this.#handling.add(id);
    try {
      await markMessagesWithSignal(sql, ids);
      const waiting = await findWaitingMessages(sql, ids);
      for (const message of waiting) await this.#decide(message);
      await this.#engine().journal.drained();
      await markMessagesWithSignal(sql, ids);
      for (const id of await findMessagesOfTakenCandles(sql, ids))
        await refuseMessages(sql, id, refusalWithSentence({ kind: 'candle_taken' }));
    } finally {
      for (const id of ids) this.#handling.delete(id);
    }
  }

  /**
   * Gives the message to the journal, or refuses it. A message whose strategy is still starting waits for the sweep.
   */
  async #decide(message: MessageRow): Promise<void> {
    const waitedMs = this.#deps.clock.now() - message.received_at.getTime();
    const run = this.#engine().registry.runs.get(message.strategy_id);
    const isLate = waitedMs > WORK_TOLERANCE_MS;
    if (!isLate && (run === undefined || run.isFolding)) return;
    const refusal: MessageRefusal | null =
      isLate || run === undefined ? { kind: 'waited', waitedMs } : await this.#publish(run, message);
    if (refusal !== null) await refuseMessages(this.#deps.db.sql, message.id, refusalWithSentence(refusal));
  }

  /** Adds the signal of a message to the journal. @returns the refusal if it gives no signal */
  async #publish(run: StrategyRun, message: MessageRow): Promise<MessageRefusal | null> {
    const { row, rules } = run;
    if (rules.type !== 'external') return { kind: 'off' };
    const market = this.#deps.markets.at(row.price_source);
    const refused = await messageRefusalOf({ sql: this.#deps.db.sql, market }, run, message);
    if (refused !== null) return refused;
    const entryTimeMs = message.received_at.getTime();
    const known = await this.#deps.markets.priceBefore(market.source, row.asset, entryTimeMs + 1);
    if (!known.ok || known.value === null) return { kind: 'unpriced' };
    const { price: entryPrice } = known.value;
    const found = toExternalSignal(run, market, message, entryPrice);
    this.#engine().journal.publish(found.entry);
    // A message that is handled twice has the same entry, and its signal is followed once.
    if (run.pendingSignals.every(({ entryTime }) => entryTime !== entryTimeMs)) run.follow(found.settleable);
    return null;
  }
}
