import { type Candle, CLOCK_GRACE_MS } from '@vigia/core/candles';
import { type Cancel, durationMs, epochMs, price } from '@vigia/core/kernel';
import type { Settlement } from '@vigia/core/pcr';
import type { Direction, PriceSource } from '@vigia/core/vocabulary';
import type { OwnedShards } from '#platform/ownership/owned-shards.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import { TICK } from '../market-data/index.ts';
import { type LooseEnd, LooseEnds, SignalJournal, type UndecidedSignal } from '../signals/index.ts';
import type { StrategyDeps } from './deps.ts';
import { type OpenSignal, OutcomeBooks } from './outcome-books.ts';
import { findByIds } from './signal.repository.ts';
import { type StrategySignalBody, toSignalBody } from './signal-body.ts';
import type { Member } from './strategy-stream.ts';
import { toSignalView } from './strategy-views.ts';
import { STRATEGY_SIGNAL_CHANGED } from './topics.ts';

const CLOCK_INTERVAL_MS = durationMs(1_000);
const BASIS_POINTS = 10_000;
const MINUTE_MS = 60_000;

/** Seals what strategies signal, decides how it ends, and tells its owners of both. */
export class SignalDesk {
  readonly #deps: StrategyDeps;
  readonly #journal: SignalJournal;
  readonly #books: OutcomeBooks;
  /** Signals of before the start. */
  readonly #looseEnds: LooseEnds;
  #cancels: Cancel[] = [];

  constructor(deps: StrategyDeps & { readonly owned: Pick<OwnedShards, 'fence'> }) {
    this.#deps = deps;
    this.#journal = new SignalJournal(deps, 'strategy', {
      onStored: (stored) => this.#announce(stored.map(({ id }) => id)),
      onDecided: (decided) => this.#announce(decided.map(({ signalId }) => signalId)),
      onTakenOver: (signalIds) => this.#announce(signalIds),
    });
    this.#books = new OutcomeBooks((settlement) => this.#settle(settlement));
    const { clock, log, markets } = deps;
    this.#looseEnds = new LooseEnds({
      clock,
      log,
      market: markets,
      settle: (outcome) => this.#journal.settle(outcome),
    });
  }

  start(): void {
    const { bus, clock } = this.#deps;
    this.#cancels = [
      bus.subscribe(TICK, ({ source, symbol, timeMs, price: at }) => this.#books.takeTick(source, symbol, timeMs, at)),
      clock.every(CLOCK_INTERVAL_MS, () => this.#advanceClock()),
    ];
    this.#looseEnds.start();
  }

  /** What is open of these shards is decided here from now on. */
  async take(shards: readonly Shard[]): Promise<void> {
    for (const signal of await this.#journal.load(shards)) this.#looseEnds.add(toLooseEnd(signal));
  }

  /** Writes what was found of them; then somebody else goes on. */
  letGo(shards: readonly Shard[]): Promise<void> {
    return this.#journal.letGo(shards);
  }

  /** Writes what is queued. */
  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    this.#looseEnds.stop();
    await this.#journal.stop();
  }

  /** Resolves once everything handed in is stored. */
  drained(): Promise<void> {
    return this.#journal.drained();
  }

  /** After signals that were found a moment late: of the ticks since then, an outcome can only hang on the newest. */
  catchUp(source: PriceSource, symbol: string): void {
    const latest = this.#deps.markets.at(source).latest(symbol);
    if (latest !== null) this.#books.takeTick(source, symbol, latest.timeMs, latest.price);
  }

  publish({ row, rules, source }: Member, direction: Direction, candle: Candle, entryTimeMs: number): void {
    const market = this.#deps.markets.at(source);
    const { duration } = rules.parameters;
    const expirationMs = entryTimeMs + duration * MINUTE_MS;
    // A source without a contract of that length pays nothing for it: its signals can only be watched.
    const payoutRatio = (market.payoutBp(row.asset, duration, entryTimeMs) ?? 0) / BASIS_POINTS;
    const { id: strategyId, version, user_id: userId, asset: symbol, timeframe } = row;
    const found = { strategyId, version, rules, asset: symbol, timeframe, source, direction, candle };
    const body = toSignalBody({ ...found, entryTimeMs, expirationMs, payoutRatio });
    const entry = { ownerId: strategyId, version, userId, symbol, direction, candleTime: candle.time };
    this.#journal.publish({ ...entry, entryTimeMs, expirationMs, body });
    this.#books.add(toOpenSignal({ strategyId, userId }, body));
  }

  #settle({ signal, outcome, settlePrice }: Settlement<OpenSignal>): void {
    const { strategyId: ownerId, userId, entryTime: entryTimeMs } = signal;
    this.#journal.settle({ ownerId, userId, entryTimeMs, outcome, settlePrice });
  }

  /** No further than the market vouches for: after a pause the ticks missed come first, and they decide. */
  #advanceClock(): void {
    const { clock, markets } = this.#deps;
    const nowMs = clock.now();
    for (const { source, symbol } of this.#books.places) {
      const knownMs = markets.knownThroughMs(source, symbol);
      if (knownMs !== null) this.#books.advanceClock(source, symbol, Math.min(nowMs, knownMs + CLOCK_GRACE_MS));
    }
  }

  async #announce(signalIds: readonly string[]): Promise<void> {
    for (const stored of await findByIds(this.#deps.db.sql, signalIds))
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

/** The journal of strategies holds no other bodies. */
function toLooseEnd({ ownerId, userId, entryTimeMs, expirationMs, ...stored }: UndecidedSignal): LooseEnd {
  const { source, asset, direction, entry_price } = stored.body as StrategySignalBody;
  return { ownerId, userId, source, symbol: asset, direction, entryTimeMs, entryPrice: entry_price, expirationMs };
}
