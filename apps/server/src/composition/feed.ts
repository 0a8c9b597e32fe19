import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openDerivFeed } from '@vigia/broker-deriv';
import type { PriceFeed } from '@vigia/broker-kit/port';
import { ReplayFeed, SimulatedFeed, ticksOfCandles } from '@vigia/broker-simulated';
import { type CsvError, parseCandleCsv, parseTickCsv, type TickColumns } from '@vigia/core/candles';
import { type Clock, type Result, type Rng, ratio } from '@vigia/core/kernel';
import { type MarketFacts, type MarketKey, SIMULATED_ASSETS, SimulatedPrices } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import { type PublicFeed, readRecordingStart, storeRecordingStart } from '#features/market-data/index.ts';
import type { FeedChoice } from '#platform/config/config.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { errorText, StartupError } from '#platform/startup-error.ts';
import type { PrintLine } from './narrate.ts';

/** Payout of every asset of a recording. A recording contains no payouts, so the most common payout is used. */
const REPLAY_PAYOUT = ratio(0.85);

export type FeedDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Logger;
  readonly db: Database;
  /** The simulated market of this installation. */
  readonly simulated: MarketFacts;
  /** Origins that replace the origins of Deriv. The README of the Deriv adapter lists their names. */
  readonly derivOrigins: Readonly<Record<string, string>>;
  readonly say: PrintLine;
};

/**
 * Name of a source that did not respond, so the simulated market replaces it until the next start; null if there is
 * none.
 */
export type FeedFallback = 'deriv' | null;

export type OpenedFeed = {
  readonly feed: PriceFeed;
  readonly fallbackFrom: FeedFallback;
  /** Closes the connections of the source. */
  close(): Promise<void>;
};

/** The server's default market. Either this process runs its price feed, or the holder of the lease `outside` does. */
export type DefaultMarket =
  | { readonly kind: 'here'; readonly feed: PriceFeed; readonly fallbackFrom: FeedFallback }
  | {
      readonly kind: 'shared';
      readonly source: PriceSource;
      /**
       * Opens the source in the process that owns it.
       * @throws Error if the source does not respond; the caller retries
       */
      readonly open: () => Promise<PublicFeed>;
      readonly payoutKey: MarketKey;
    };

/**
 * Returns the market of the server for several processes. If its source does not respond, no other source replaces it,
 * because the other processes would not know about the replacement.
 * @param inPlace creates a source that replaces the source in the settings
 * @throws StartupError for a recording, because a recording has its own clock
 */
export function openSharedMarket(
  choice: FeedChoice,
  deps: FeedDeps,
  inPlace?: (clock: Clock) => PriceFeed,
): DefaultMarket {
  const payoutKey = deps.simulated.key;
  if (inPlace !== undefined) {
    const openInPlace = async () => keptOpen(inPlace(deps.clock));
    return { kind: 'shared', source: inPlace(deps.clock).source, payoutKey, open: openInPlace };
  }
  switch (choice.kind) {
    case 'simulated':
      return { kind: 'shared', source: 'simulated', payoutKey, open: async () => keptOpen(simulatedFeed(deps)) };
    case 'deriv':
      return { kind: 'shared', source: 'deriv', payoutKey, open: () => openDerivOrThrow(deps) };
    case 'replay':
      throw new StartupError(
        'Una grabación (MARKET_FEED=replay) es de un solo proceso: quita NATS_URL o elige simulated o deriv.',
        { exitCode: 2 },
      );
  }
}

const keptOpen = (feed: PriceFeed): PublicFeed => ({ feed, close: nothingToClose });

async function openDerivOrThrow(deps: FeedDeps): Promise<PublicFeed> {
  const opened = await openPublicDeriv(deps);
  if (opened === null) throw new Error('the public prices of Deriv are out of reach');
  return opened;
}

/**
 * Opens the price source in the settings. A recording continues at the position that corresponds to the time since its
 * first start.
 * @throws StartupError that names the file and line of an invalid recording
 */
export async function openFeed(choice: FeedChoice, deps: FeedDeps): Promise<OpenedFeed> {
  switch (choice.kind) {
    case 'simulated':
      return { feed: simulatedFeed(deps), fallbackFrom: null, close: nothingToClose };
    case 'deriv':
      return derivFeed(deps);
    case 'replay':
      return { feed: await replayFeed(choice, deps), fallbackFrom: null, close: nothingToClose };
  }
}

const nothingToClose = async (): Promise<void> => undefined;

const simulatedFeed = ({ clock, simulated }: FeedDeps): PriceFeed =>
  new SimulatedFeed(clock, new SimulatedPrices(simulated));

/**
 * Opens the public prices of Deriv. If Deriv does not respond, returns the simulated market, which reports its own name
 * as the source.
 */
async function derivFeed(deps: FeedDeps): Promise<OpenedFeed> {
  const opened = await openPublicDeriv(deps);
  if (opened !== null) return { ...opened, fallbackFrom: null };
  deps.log.warn('Deriv does not answer: the simulated market stands in for it');
  deps.say('Deriv no responde: los precios son del mercado simulado. Para intentarlo otra vez, reinicia Vigía');
  return { feed: simulatedFeed(deps), fallbackFrom: 'deriv', close: nothingToClose };
}

/**
 * Returns functions that open the sources that any user may choose without an account. Each function opens its source
 * at the first use, and returns null if the source does not respond.
 */
export const publicFeeds = (deps: FeedDeps): ReadonlyMap<PriceSource, () => Promise<PublicFeed | null>> =>
  new Map([['deriv', () => openPublicDeriv(deps)]]);

async function openPublicDeriv(deps: FeedDeps): Promise<PublicFeed | null> {
  const { clock, rng, log, simulated, derivOrigins } = deps;
  const opened = await openDerivFeed({
    clock,
    rng,
    origins: derivOrigins,
    payoutKey: simulated.key,
    log: (level, text) => log[level]({ feed: 'deriv' }, text),
  });
  if (opened.ok) return { feed: opened.value, close: () => opened.value.close() };
  log.info({ fault: opened.error }, 'the public prices of Deriv are out of reach');
  return null;
}

type ReplayChoice = Extract<FeedChoice, { kind: 'replay' }>;

async function replayFeed(choice: ReplayChoice, deps: FeedDeps): Promise<PriceFeed> {
  const { asset, bytes, ticks } = readRecording(choice.file);
  const recordings = [{ asset, ticks }];
  const id = `${asset.symbol} ${createHash('sha256').update(bytes).digest('hex')} @${choice.speed}`;
  const begunAt = (begin: number) =>
    new ReplayFeed(deps.clock, { recordings, speed: choice.speed, begin, payoutRatio: REPLAY_PAYOUT });
  return currentRun(await readRecordingStart(deps.db.sql, id), begunAt, deps.say) ?? beginNewRun(id, begunAt, deps);
}

/**
 * Returns the feed for the current playback of the recorded prices; null if no playback was started or it has ended.
 */
function currentRun(
  beginMs: number | null,
  begunAt: (beginMs: number) => ReplayFeed,
  say: PrintLine,
): ReplayFeed | null {
  const feed = beginMs === null ? null : begunAt(beginMs);
  if (!feed?.isOver) return feed;
  say('La grabación había llegado a su fin: vuelve a empezar desde el principio');
  return null;
}

async function beginNewRun(
  id: string,
  begunAt: (beginMs: number) => ReplayFeed,
  { clock, db }: FeedDeps,
): Promise<ReplayFeed> {
  const beginMs = clock.now();
  await storeRecordingStart(db.sql, id, beginMs);
  return begunAt(beginMs);
}

/**
 * Reads a recorded file of prices.
 * @throws StartupError if it names no asset, cannot be read, or contains no prices
 */
export function readRecording(file: string) {
  const asset = SIMULATED_ASSETS.find(({ symbol }) => symbol === /^[A-Za-z0-9]+/.exec(basename(file))?.[0]);
  if (!asset) throw wrongRecording(file, 'su nombre debe empezar por el símbolo del activo, como EURUSD_2018.csv');
  const bytes = readBytes(file);
  return { asset, bytes, ticks: ticksIn(file, bytes) };
}

function ticksIn(file: string, bytes: Uint8Array): TickColumns {
  const candles = parseCandleCsv(bytes);
  if (candles.ok) return ticksOfCandles(candles.value);
  const isTicks = candles.error.reason === 'missing_column' || candles.error.reason === 'bad_header';
  const ticks: Result<TickColumns, CsvError> = isTicks ? parseTickCsv(bytes) : candles;
  if (ticks.ok) return ticks.value;
  throw wrongRecording(file, `línea ${ticks.error.line}, ${ticks.error.reason}`);
}

function readBytes(file: string): Uint8Array {
  try {
    const bytes = readFileSync(file);
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  } catch (cause) {
    throw wrongRecording(file, errorText(cause));
  }
}

const wrongRecording = (file: string, fault: string): StartupError =>
  new StartupError(`MARKET_FEED=replay:${file} no se puede reproducir: ${fault}.`, { exitCode: 2 });
