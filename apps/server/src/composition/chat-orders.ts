import type { Broker } from '@vigia/broker-kit/port';
import type { CreateOption, Option } from '@vigia/contract';
import { type Cancel, type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { PAPER_CURRENCY } from '@vigia/core/money';
import { lengthIn } from '@vigia/core/trades';
import type { Accounts, Actor } from '#features/accounts/index.ts';
import { contractRefusal, type Markets, marketOf } from '#features/market-data/index.ts';
import type { BotOrderTerms, BotRefusal, ChatOrder } from '#features/telegram/index.ts';
import type { OrderService } from '#features/trading/index.ts';
import { type Calls, call } from '#platform/calls/calls.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import type { Database } from '#platform/persistence/database.ts';

const BASIS_POINTS = 10_000;
/** Time for the response of the process with the user's broker sessions. A broker may take ten seconds. */
const ANSWER_WITHIN_MS = 20_000;

type Outcome<Value> = Result<Value, BotRefusal>;
type AskTerms = { readonly userId: string; readonly order: CreateOption };
type AskPlace = { readonly userId: string; readonly order: ChatOrder; readonly key: string };
const TERMS = call<AskTerms, Outcome<BotOrderTerms>>('chat-orders.terms');
const PLACE = call<AskPlace, Outcome<Option>>('chat-orders.place');

export type ChatOrdersDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly calls: Calls;
  readonly accounts: Pick<Accounts, 'choice'>;
  readonly markets: Pick<Markets, 'at' | 'sourceOf'>;
  readonly orders: Pick<OrderService, 'place' | 'venuePayout' | 'venueAssets'>;
  readonly catalog: readonly Broker[];
};

/** The rights of a chat: those of a bot that trades, so every path refuses it real money. */
const actorOf = (userId: string): Actor => ({ userId, isAnonymous: false, aal: 'aal1', scopes: ['trade'] });

const REAL_MONEY: BotRefusal = { code: 'bot_real_money', values: {} };

/** Orders from chats, on the practice account that the user has chosen. Paper orders run in any process. */
export class ChatOrders {
  readonly #deps: ChatOrdersDeps;

  constructor(deps: ChatOrdersDeps) {
    this.#deps = deps;
  }

  /** Answers for the broker sessions of a shard until it is cancelled. */
  serve(shard: Shard): Cancel {
    const { calls } = this.#deps;
    const key = String(shard);
    const stops = [
      calls.serve(TERMS, key, ({ userId, order }) => this.#brokerTerms(userId, order)),
      calls.serve(PLACE, key, ({ userId, order, key: orderKey }) => this.#place(userId, order, orderKey)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Returns the terms of an order. A real account is refused before anything is asked. */
  async terms(userId: string, order: CreateOption): Promise<Outcome<BotOrderTerms>> {
    const { accounts, calls, db } = this.#deps;
    const choice = await accounts.choice(db.sql, userId);
    if (choice === null) return this.#paperTerms(userId, order);
    if (choice.kind === 'real') return err(REAL_MONEY);
    const asked = await calls.ask(TERMS, String(shardOf(userId)), { userId, order }, ANSWER_WITHIN_MS);
    if (!asked.ok) throw new Error(`the terms of a chat order are unknown: ${asked.error}`);
    return asked.value;
  }

  /** Places an order once for its key. `unknown`: no response came. */
  async place(userId: string, order: ChatOrder, key: string): Promise<Outcome<Option> | 'unknown'> {
    if (order.named === null) return this.#place(userId, order, key);
    const { calls } = this.#deps;
    const asked = await calls.ask(PLACE, String(shardOf(userId)), { userId, order, key }, ANSWER_WITHIN_MS);
    return asked.ok ? asked.value : 'unknown';
  }

  #place(userId: string, { request, named }: ChatOrder, key: string): Promise<Outcome<Option>> {
    return this.#deps.orders.place(actorOf(userId), request, key, named);
  }

  async #paperTerms(userId: string, order: CreateOption): Promise<Outcome<BotOrderTerms>> {
    const { clock, markets } = this.#deps;
    const { asset_symbol: symbol } = order;
    const market = await marketOf(markets, userId);
    const length = lengthIn(order);
    const refusal = contractRefusal(market, { asset: symbol, length, broker: null }, clock.now());
    if (refusal !== null) return err(refusal);
    const payout = (market.payoutBp(symbol, length, clock.now()) ?? 0) / BASIS_POINTS;
    return ok({ account: 'mock', broker: null, venue: null, currency: PAPER_CURRENCY, payout });
  }

  async #brokerTerms(userId: string, order: CreateOption): Promise<Outcome<BotOrderTerms>> {
    const { accounts, catalog, db, orders } = this.#deps;
    const choice = await accounts.choice(db.sql, userId);
    if (choice?.kind !== 'demo') return err(REAL_MONEY);
    const payoutBp = await orders.venuePayout(userId, { symbol: order.asset_symbol, length: lengthIn(order) });
    if (payoutBp === null) return err({ code: 'account_changed', values: {} });
    if (!payoutBp.ok) return payoutBp;
    const asset = (await orders.venueAssets(userId))?.find(({ symbol }) => symbol === order.asset_symbol);
    const venue = catalog.find(({ id }) => id === choice.broker)?.traits.displayName ?? null;
    const currency = asset?.stake_currency ?? PAPER_CURRENCY;
    return ok({ account: 'demo', broker: choice.broker, venue, currency, payout: payoutBp.value / BASIS_POINTS });
  }
}
