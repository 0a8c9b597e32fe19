import {
  ERROR_MESSAGES_ES,
  type ErrorCode,
  fillMessage,
  type Option,
  type SaleRequest,
  type SaleView,
} from '@vigia/contract';
import { durationMs, err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { formatMinor, parseAmountMinor } from '@vigia/core/money';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Actor } from '../../accounts/index.ts';
import { brokerDisplayName } from '../broker-name.ts';
import type { VenueDeps } from '../deps.ts';
import { findStoredResponse, type IdempotencyRecordKey, lockKey, requestHash, storeResponse } from '../idempotency.ts';
import { KEY_REUSED_REFUSAL, type PlacementRefusal } from '../placement-refusal.ts';
import { findTrade } from '../trade.repository.ts';
import { toOption } from '../trade-row.ts';
import { resultWithinLimit } from './broker-offer.ts';
import { advanceTrade } from './broker-row.ts';
import {
  type BrokerRow,
  findBrokerTrade,
  findDroppedSale,
  findSaleRequestSeq,
  lockBrokerTrade,
} from './broker-trades.repository.ts';
import { publishTrade } from './publish-trade.ts';
import type { EarlySales, SellableContract } from './sale-port.ts';
import {
  findSellableContract,
  lowestPriceText,
  NOT_RUNNING_REFUSAL,
  offerRefusal,
  PAPER_SALE_REFUSAL,
  saleRefusal,
} from './sale-refusal.ts';
import type { SaleSender } from './sale-sender.ts';

/**
 * Longest time (ms) that an HTTP response waits for the broker's reply. After this time, the response contains the
 * trade with its pending sale, which the sender resolves later.
 */
const ANSWER_WITHIN_MS = durationMs(12_000);
const OFFER_LATE = { kind: 'network', detail: 'no answer in time' } as const;

/** Creates the early sales of trades at brokers. Paper trades cannot be sold; they end at their expiry. */
export const createEarlySales = (deps: VenueDeps, sender: SaleSender): EarlySales => ({
  offer: async (actor, tradeId) => {
    const row = await findTrade(deps.db.sql, actor.userId, tradeId);
    if (row === null) return null;
    const trade = await findBrokerTrade(deps.db.sql, tradeId);
    return trade === null
      ? unavailable(row.status === 'active' ? PAPER_SALE_REFUSAL : NOT_RUNNING_REFUSAL)
      : offerOf(deps, trade, actor);
  },
  sell: async (actor, tradeId, request, key) => {
    const row = await findTrade(deps.db.sql, actor.userId, tradeId);
    if (row === null) return null;
    const trade = await findBrokerTrade(deps.db.sql, tradeId);
    return trade === null ? err(PAPER_SALE_REFUSAL) : sell(deps, sender, { actor, trade, request, key });
  },
});

async function offerOf(deps: VenueDeps, row: BrokerRow, actor: Actor): Promise<SaleView> {
  const { currency, stake_minor: stakeMinor } = row;
  if (row.sale_asked_at !== null && row.sale_min_minor !== null) {
    const least = formatMinor(minorUnits(row.sale_min_minor), currency);
    return { state: 'selling', currency, min_price: least, asked_at: row.sale_asked_at.toISOString() };
  }
  const found = findSellableContract(deps, row, actor);
  if (!found.ok) return unavailable(found.error);
  const { sales, contract, name } = found.value;
  const offer = await resultWithinLimit(deps.clock, sales.offer(contract));
  if (offer === null || !offer.ok) return unavailable(offerRefusal(name, offer?.error ?? OFFER_LATE));
  const { priceMinor, statedAtMs } = offer.value;
  return {
    state: 'offered',
    currency,
    price: formatMinor(priceMinor, currency),
    profit: formatMinor(minorUnits(priceMinor - stakeMinor), currency),
    stated_at: new Date(statedAtMs).toISOString(),
  };
}

const unavailable = ({ code, values }: PlacementRefusal): SaleView => ({
  state: 'unavailable',
  code: code satisfies ErrorCode,
  reason: fillMessage(ERROR_MESSAGES_ES[code], values),
});

type Selling = {
  readonly actor: Actor;
  readonly trade: BrokerRow;
  readonly request: SaleRequest;
  readonly key: string | null;
};

async function sell(
  deps: VenueDeps,
  sender: SaleSender,
  { actor, trade, request, key }: Selling,
): Promise<Result<Option, PlacementRefusal>> {
  const least = parseAmountMinor(request.min_price, trade.currency);
  if (!least.ok) return err({ code: 'amount_invalid', values: { minimum: '0' } });
  const hash = requestHash({ trade: trade.id, ...request });
  const asked = await deps.sessionShards.transaction([actor.userId], (tx) =>
    askOnce(deps, tx, {
      actor,
      tradeId: trade.id,
      minPriceMinor: least.value,
      key: key === null ? null : { userId: actor.userId, key, hash },
    }),
  );
  if (!asked.ok) return asked;
  const { row, send } = asked.value;
  if (send !== null) {
    publishTrade(deps, row);
    await resultWithinLimit(deps.clock, sender.send(row, send), ANSWER_WITHIN_MS);
  }
  return outcomeOf(deps, row, asked.value.seq);
}

type Asking = {
  readonly actor: Actor;
  readonly tradeId: string;
  readonly minPriceMinor: ReturnType<typeof minorUnits>;
  readonly key: IdempotencyRecordKey | null;
};
/**
 * A written request to sell: the number of its event and the option contract to send it to; `send` is null if the
 * request was already sent.
 */
type Asked = { readonly row: BrokerRow; readonly seq: number; readonly send: SellableContract | null };

/**
 * Writes the request to sell, unless one is stored for its key or another sale of the trade is pending. The function
 * locks key, account and trade, so of many concurrent requests only the first is written and sent.
 */
async function askOnce(
  deps: VenueDeps,
  tx: Transaction,
  { actor, tradeId, minPriceMinor, key }: Asking,
): Promise<Result<Asked, PlacementRefusal>> {
  if (key !== null) await lockKey(tx, key);
  const row = await lockBrokerTrade(tx, tradeId);
  if (row === null) return err(NOT_RUNNING_REFUSAL);
  const known = key && (await findStoredResponse(tx, key));
  if (known?.kind === 'conflict') return err(KEY_REUSED_REFUSAL);
  if (known?.kind === 'replay')
    return ok({ row, seq: (await findSaleRequestSeq(tx, tradeId, key?.key ?? '')) ?? row.last_seq, send: null });
  if (row.sale_asked_at !== null) return ok({ row, seq: row.last_seq, send: null });
  const found = findSellableContract(deps, row, actor);
  if (!found.ok) return found;
  const askedAtMs = deps.clock.now();
  const requestId = key?.key ?? null;
  const next = await advanceTrade(deps, tx, row, [{ type: 'ask_sale', minPriceMinor, askedAtMs, requestId }]);
  if (key !== null) await storeResponse(tx, key, toOption(next), askedAtMs);
  return ok({ row: next, seq: next.last_seq, send: found.value });
}

/** Returns the current trade, or the refusal if the requested sale was dropped. */
async function outcomeOf(deps: VenueDeps, asked: BrokerRow, seq: number): Promise<Result<Option, PlacementRefusal>> {
  const { sql } = deps.db;
  const dropped = await findDroppedSale(sql, asked.id, seq);
  if (dropped !== null) {
    const least = lowestPriceText(dropped.minPriceMinor, asked);
    return err(saleRefusal(brokerDisplayName(deps.brokers, asked.broker), dropped.refusal, least));
  }
  const row = await findBrokerTrade(sql, asked.id);
  return row === null ? err(NOT_RUNNING_REFUSAL) : ok(toOption(row));
}
