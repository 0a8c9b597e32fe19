import type { Currency } from '@vigia/core/money';
import { z } from 'zod';
import { type AmountSchema, amountIn, Decimal } from './decimals.ts';

const Epoch = z.number().int();

const balance = (Amount: AmountSchema) =>
  z.object({ balance: z.object({ loginid: z.string(), balance: Amount, currency: z.string() }) });

const bought = (Amount: AmountSchema) =>
  z.object({ buy: z.object({ contract_id: z.number().int(), buy_price: Amount, payout: Decimal, start_time: Epoch }) });

/**
 * An open contract. Field names in the new API: `underlying_symbol`, `entry_spot`, `exit_spot`; v3: `underlying`,
 * `entry_tick`, `exit_tick`. Each price has the time of its tick in a field with the ending `_time`. A contract with a
 * duration in ticks has a `tick_count`; its `date_expiry` is absent or has no meaning, and its `tick_stream` starts
 * with the entry tick.
 */
const openContract = (Amount: AmountSchema) =>
  z.object({
    proposal_open_contract: z.object({
      contract_id: z.number().int(),
      contract_type: z.string(),
      underlying_symbol: z.string().optional(),
      underlying: z.string().optional(),
      buy_price: Amount,
      payout: Decimal,
      profit: Amount.nullish(),
      status: z.enum(['open', 'won', 'lost', 'sold', 'cancelled']).nullish(),
      is_sold: z.number().default(0),
      entry_spot: Decimal.nullish(),
      entry_spot_time: Epoch.nullish(),
      entry_tick: Decimal.nullish(),
      entry_tick_time: Epoch.nullish(),
      exit_spot: Decimal.nullish(),
      exit_spot_time: Epoch.nullish(),
      exit_tick: Decimal.nullish(),
      exit_tick_time: Epoch.nullish(),
      date_start: Epoch,
      date_expiry: Epoch.nullish(),
      tick_count: z.number().int().positive().nullish(),
      tick_stream: z.array(z.object({ epoch: Epoch })).nullish(),
      date_settlement: Epoch.nullish(),
      sell_time: Epoch.nullish(),
    }),
  });

/** The fields of a contract's message that a sale needs: the price of the running contract and its state. */
const forSale = (Amount: AmountSchema) =>
  z.object({
    proposal_open_contract: z.object({
      contract_id: z.number().int(),
      bid_price: Amount.nullish(),
      is_valid_to_sell: z.number().default(0),
      is_sold: z.number().default(0),
    }),
  });

/** The reply to `sell`. The end of the contract is read from a separate message. */
export const SellReply = z.object({ sell: z.object({ contract_id: z.number().int() }) });

/** Rows of records are validated one by one, so that one unreadable row does not make the others unreadable. */
export const Portfolio = z.object({ portfolio: z.object({ contracts: z.array(z.unknown()) }) });
export const ProfitTable = z.object({ profit_table: z.object({ transactions: z.array(z.unknown()) }) });

const portfolioRow = (Amount: AmountSchema) =>
  z.object({
    contract_id: z.number().int(),
    contract_type: z.string(),
    underlying_symbol: z.string().optional(),
    symbol: z.string().optional(),
    buy_price: Amount,
    payout: Decimal,
    date_start: Epoch,
    expiry_time: Epoch.nullish(),
    shortcode: z.string().nullish(),
  });

/**
 * A row of the profit table. It has a `shortcode` only if the request has `description: 1` (docs/spec/brokers/deriv.md
 * §3).
 */
const profitRow = (Amount: AmountSchema) =>
  z.object({
    contract_id: z.number().int(),
    buy_price: Amount,
    sell_price: Amount,
    payout: Decimal,
    purchase_time: Epoch,
    sell_time: Epoch.nullish(),
    shortcode: z.string(),
  });

/**
 * The fields that distinguish contracts, in a row of the portfolio or of the profit table. A field that cannot be read
 * is null.
 */
const partialRow = (Amount: AmountSchema) =>
  z.object({
    contract_id: z.number().int().nullable().catch(null),
    contract_type: z.string().nullable().catch(null),
    shortcode: z.string().nullable().catch(null),
    underlying_symbol: z.string().nullable().catch(null),
    symbol: z.string().nullable().catch(null),
    buy_price: Amount.nullable().catch(null),
    purchase_time: Epoch.nullable().catch(null),
    date_start: Epoch.nullable().catch(null),
  });

function schemasIn(currency: Currency) {
  const Amount = amountIn(currency);
  return {
    Balance: balance(Amount),
    Bought: bought(Amount),
    OpenContract: openContract(Amount),
    ForSale: forSale(Amount),
    PortfolioRow: portfolioRow(Amount),
    ProfitRow: profitRow(Amount),
    PartialRow: partialRow(Amount),
  };
}

export type MoneyReplies = ReturnType<typeof schemasIn>;
export type OpenContractRow = z.output<MoneyReplies['OpenContract']>['proposal_open_contract'];
export type PortfolioRow = z.output<MoneyReplies['PortfolioRow']>;
export type ProfitRow = z.output<MoneyReplies['ProfitRow']>;

export type PartialRow = z.output<MoneyReplies['PartialRow']>;

const known = new Map<Currency, MoneyReplies>();

/** Returns the schemas of replies that contain amounts. Amounts are parsed with the decimals of `currency`. */
export function moneyRepliesIn(currency: Currency): MoneyReplies {
  const made = known.get(currency) ?? schemasIn(currency);
  known.set(currency, made);
  return made;
}
