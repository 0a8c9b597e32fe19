import type { Broker } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { insertFetchedFile, readStorageRoom, reserveCandles } from '../../price-files/index.ts';
import type { HistoryFetchDeps } from '../deps.ts';
import {
  extendFetch,
  type FetchPlan,
  type FetchRow,
  findFetchOfAsset,
  insertFetch,
  resumeFetch,
} from '../fetch.repository.ts';
import type { HistoryFetchRefusal } from '../refusal.ts';
import { pageOf } from './pages.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** A user, and the asset whose history they want. */
export type WantedHistory = {
  readonly userId: string;
  readonly isAnonymous: boolean;
  readonly brokerId: string;
  readonly symbol: string;
};
type Asset = { readonly userId: string; readonly broker: string; readonly symbol: string };

/**
 * Starts to fetch a history. A cancelled or failed fetch continues, and a completed fetch is extended to the current
 * time. A fetch that is already running is returned unchanged.
 */
export async function startFetch(
  deps: HistoryFetchDeps,
  wanted: WantedHistory,
): Promise<Result<FetchRow, HistoryFetchRefusal>> {
  const { userId, brokerId, symbol } = wanted;
  const offered = offerOf(deps, wanted);
  if (!offered.ok) return offered;
  const { broker, pageCandles } = offered.value;
  const asset = { userId, broker: brokerId, symbol };
  return deps.db.transaction(async (tx) => {
    // Without this lock, two concurrent requests could both find no fetch and enough room, and both start one.
    await lockSubject(tx, 'priceFiles', userId);
    const known = await findFetchOfAsset(tx, asset);
    if (known?.status === 'running') return ok(known);
    const refusal =
      known === null
        ? await begin(deps, tx, wanted, { asset, pageCandles, name: broker.traits.displayName })
        : await goOn(deps, tx, wanted, known);
    if (refusal !== null) return err(refusal);
    const started = await findFetchOfAsset(tx, asset);
    return started === null ? err({ code: 'history_fetch_not_found' }) : ok(started);
  });
}

type Offer = { readonly broker: Broker; readonly pageCandles: number };

/**
 * Returns the broker and its page size. Returns the refusal if it offers no history, or not now, or not of this asset.
 */
function offerOf(
  { brokers }: HistoryFetchDeps,
  { userId, brokerId, symbol }: WantedHistory,
): Result<Offer, HistoryFetchRefusal> {
  const broker = brokers.catalog().find(({ id }) => id === brokerId);
  if (broker === undefined) return err({ code: 'broker_unknown', values: { broker: brokerId } });
  const { displayName: name, historyPageCandles: pageCandles } = broker.traits;
  if (pageCandles === undefined) return err({ code: 'history_not_offered', values: { name } });
  const session = brokers.connectionOf(userId, brokerId)?.session;
  if (session?.state().status !== 'connected') return err({ code: 'broker_not_connected', values: { name } });
  const isListed = session.assets().some((asset) => asset.symbol === symbol);
  return isListed ? ok({ broker, pageCandles }) : err({ code: 'asset_unknown', values: { symbol } });
}

async function begin(
  deps: HistoryFetchDeps,
  tx: Transaction,
  { userId, isAnonymous }: WantedHistory,
  { asset, pageCandles, name }: { readonly asset: Asset; readonly pageCandles: number; readonly name: string },
): Promise<HistoryFetchRefusal | null> {
  const nowMs = deps.clock.now();
  const toTime = Math.floor(nowMs / 60_000) * MINUTE_S;
  const lowPage = pageOf(toTime - deps.reachDays * DAY_S, pageCandles);
  const nextPage = pageOf(toTime - MINUTE_S, pageCandles);
  const plan = { pageCandles, fromTime: lowPage * pageCandles * MINUTE_S, toTime, lowPage, nextPage };
  const room = await readStorageRoom(deps, tx, { userId, isAnonymous });
  if (!room.ok) return room.error;
  if (candlesOf(plan) > room.value.candles) return room.value.refusal;
  const id = deps.ids.next();
  await insertFetchedFile(tx, { ...asset, id, isAnonymous, name, nowMs });
  await reserveCandles(tx, id, candlesOf(plan));
  await insertFetch(tx, id, asset, plan, new Date(nowMs));
  return null;
}

async function goOn(
  deps: HistoryFetchDeps,
  tx: Transaction,
  wanted: WantedHistory,
  known: FetchRow,
): Promise<HistoryFetchRefusal | null> {
  const nowMs = deps.clock.now();
  const plan = planOf(known, nowMs);
  const { userId, isAnonymous } = wanted;
  // The price file already counts towards the number of the user's files, so only its candles need room.
  const room = await readStorageRoom(deps, tx, { userId, isAnonymous });
  if (room.ok && candlesOf(plan) > room.value.candles) return room.value.refusal;
  await reserveCandles(tx, known.id, known.candles + candlesOf(plan));
  if (known.status === 'done') await extendFetch(tx, known.id, plan, new Date(nowMs));
  else await resumeFetch(tx, known.id, new Date(nowMs));
  return null;
}

/** Returns the pages to fetch. The newest page of a completed fetch is fetched again, because it was incomplete. */
function planOf(known: FetchRow, nowMs: number): FetchPlan {
  const { status, page_candles: pageCandles, from_time: fromTime, to_time, low_page, next_page } = known;
  if (status !== 'done') return { pageCandles, fromTime, toTime: to_time, lowPage: low_page, nextPage: next_page };
  const toTime = Math.max(to_time, Math.floor(nowMs / 60_000) * MINUTE_S);
  const newest = (time: number): number => pageOf(time - MINUTE_S, pageCandles);
  return { pageCandles, fromTime, toTime, lowPage: newest(to_time), nextPage: newest(toTime) };
}

const candlesOf = ({ lowPage, nextPage, pageCandles }: FetchPlan): number =>
  Math.max(0, nextPage - lowPage + 1) * pageCandles;
