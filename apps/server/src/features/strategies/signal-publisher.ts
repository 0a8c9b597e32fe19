import { type Candle, CLOCK_GRACE_MS } from '@vigia/core/candles';
import { type Cancel, durationMs, epochMs, price } from '@vigia/core/kernel';
import type { Settlement } from '@vigia/core/pcr';
import { minutesLong } from '@vigia/core/trades';
import type { Direction, PriceSource } from '@vigia/core/vocabulary';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import type { Shard } from '#platform/cluster/shards.ts';
import { TICK } from '../market-data/index.ts';
import {
  SignalJournal,
  type StoredEntry,
  type UndecidedSignal,
  type UnsettledSignal,
  UnsettledSignals,
} from '../signals/index.ts';
import type { StrategyDeps } from './deps.ts';
import { type OpenSignal, OutcomeBooks } from './outcome-books.ts';
import { findByIds, type StoredSignal } from './signal.repository.ts';
import { type StrategySignalBody, toSignalBody } from './signal-body.ts';
import type { Member } from './strategy-stream.ts';
import { toSignalView } from './strategy-views.ts';
import { STRATEGY_SIGNAL_CHANGED } from './topics.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const BASIS_POINTS = 10_000;
const MINUTE_MS = 60_000;

/** Seals the signals of strategies, settles them, and publishes new and settled signals to their users. */
export class StrategySignalPublisher {
  readonly #deps: StrategyDeps;
  readonly #journal: SignalJournal;
  readonly #books: OutcomeBooks;
  /** Open signals from before the start. */
  readonly #unsettled: UnsettledSignals;
  #cancels: Cancel[] = [];

  constructor(deps: StrategyDeps & { readonly owned: Pick<OwnedShards, 'transaction'> }) {
    this.#deps = deps;
    this.#journal = new SignalJournal(deps, 'strategy', {
      onStored: (stored) => stored.forEach((entry) => this.#notifyNew(entry)),
      onDecided: (decided) => this.#notifyStored(decided.map(({ signalId }) => signalId)),
      onTakenOver: (signalIds) => this.#notifyStored(signalIds),
    });
    this.#books = new OutcomeBooks((settlement) => this.#settle(settlement));
    const { clock, log, markets } = deps;
    this.#unsettled = new UnsettledSignals({
      clock,
      log,
      market: markets,
      settle: (outcome) => this.#journal.settle(outcome),
    });
  }

  start(): void {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(TICK, ({ source, symbol, timeMs, price: at }) => this.#books.onTick(source, symbol, timeMs, at)),
      clock.every(CLOCK_INTERVAL_MS, () => this.#advanceClock()),
    ];
    this.#unsettled.start();
  }

  /** Loads the open signals of these shards. This process settles them after that. */
  async loadShards(shards: readonly Shard[]): Promise<void> {
    for (const signal of await this.#journal.load(shards)) this.#unsettled.add(toUnsettledSignal(signal));
  }

  /** Writes the queued entries of these shards, so that another process can take over. */
  releaseShards(shards: readonly Shard[]): Promise<void> {
    return this.#journal.release(shards);
  }

  /** Writes the queued entries. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#unsettled.stop();
    await this.#journal.stop();
  }

  /** Resolves when every entry is stored. */
  drained(): Promise<void> {
    return this.#journal.drained();
  }

  /**
   * Applies the newest tick after signals were found slightly late. Of the ticks since their entry, only the newest can
   * decide an outcome.
   */
  catchUp(source: PriceSource, symbol: string): void {
    const latest = this.#deps.markets.at(source).latest(symbol);
    if (latest !== null) this.#books.onTick(source, symbol, latest.timeMs, latest.price);
  }

  publish({ row, rules, source }: Member, direction: Direction, candle: Candle, entryTimeMs: number): void {
    const market = this.#deps.markets.at(source);
    const { duration } = rules.parameters;
    const expirationMs = entryTimeMs + duration * MINUTE_MS;
    // An expiry without a contract at this price source has payout 0: users can watch its signals but not trade
    // them.
    const payoutRatio = (market.payoutBp(row.asset, minutesLong(duration), entryTimeMs) ?? 0) / BASIS_POINTS;
    const { id: strategyId, name: ownerName, version, user_id: userId, asset: symbol, timeframe } = row;
    const found = { strategyId, version, rules, asset: symbol, timeframe, source, direction, candle };
    const body = toSignalBody({ ...found, entryTimeMs, expirationMs, payoutRatio });
    const entry = { ownerId: strategyId, ownerName, version, userId, symbol, direction, candleTime: candle.time };
    this.#journal.publish({ ...entry, entryTimeMs, expirationMs, body });
    this.#books.add(toOpenSignal({ strategyId, userId }, body));
  }

  #settle({ signal, outcome, settlePrice }: Settlement<OpenSignal>): void {
    const { strategyId: ownerId, userId, entryTime: entryTimeMs } = signal;
    this.#journal.settle({ ownerId, userId, entryTimeMs, outcome, settlePrice });
  }

  /**
   * Advances the books at most to the time that the market confirms. After a pause, the missed ticks therefore arrive
   * first and settle the signals.
   */
  #advanceClock(): void {
    const { clock, markets } = this.#deps;
    const nowMs = clock.now();
    for (const { source, symbol } of this.#books.places) {
      const knownMs = markets.knownThroughMs(source, symbol);
      if (knownMs !== null) this.#books.advanceClock(source, symbol, Math.min(nowMs, knownMs + CLOCK_GRACE_MS));
    }
  }

  /**
   * Publishes a new signal of a strategy. The `userId` of a strategy is never null, because only built-in setups have
   * none.
   */
  #notifyNew(entry: StoredEntry): void {
    if (entry.userId !== null) this.#notify(toStoredSignal(entry, entry.userId));
  }

  async #notifyStored(signalIds: readonly string[]): Promise<void> {
    for (const stored of await findByIds(this.#deps.db.sql, signalIds)) this.#notify(stored);
  }

  #notify(stored: StoredSignal): void {
    this.#deps.bus.publish(STRATEGY_SIGNAL_CHANGED, { userId: stored.user_id, signal: toSignalView(stored) });
  }
}

const toOpenSignal = (
  { strategyId, userId }: Pick<OpenSignal, 'strategyId' | 'userId'>,
  body: StrategySignalBody,
): OpenSignal => ({
  strategyId,
  userId,
  source: body.source,
  symbol: body.asset,
  timeframe: body.timeframe,
  direction: body.direction,
  entryTime: epochMs(body.entry_time_ms),
  entryPrice: price(body.entry_price),
  expirationTime: epochMs(body.expiration_ms),
});

/** Converts a new entry without a read from the database, in which the signal may already be decided. */
const toStoredSignal = (entry: StoredEntry, userId: string): StoredSignal => ({
  id: entry.id,
  seq: entry.seq,
  hash: entry.hash,
  // This journal contains only signals of strategies, so each body has this type.
  body: entry.body as unknown as StrategySignalBody,
  strategy_id: entry.ownerId,
  strategy_name: entry.ownerName,
  user_id: userId,
  outcome: null,
  settle_price: null,
  trade_id: null,
});

/** Converts a stored signal of a strategy to the form in which it is settled later. */
function toUnsettledSignal({
  ownerId,
  userId,
  entryTimeMs,
  expirationMs,
  ...stored
}: UndecidedSignal): UnsettledSignal {
  const { source, asset, direction, entry_price } = stored.body as StrategySignalBody;
  return { ownerId, userId, source, symbol: asset, direction, entryTimeMs, entryPrice: entry_price, expirationMs };
}
