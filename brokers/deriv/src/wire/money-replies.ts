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
 * `entry_tick`, `exit_tick`. Each price has the time of its tick in a field with the ending `_time`.
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
      date_expiry: Epoch,
      date_settlement: Epoch.nullish(),
      sell_time: Epoch.nullish(),
    }),
  });

const portfolio = (Amount: AmountSchema) =>
  z.object({
    portfolio: z.object({
      contracts: z.array(
        z.object({
          contract_id: z.number().int(),
          contract_type: z.string(),
          underlying_symbol: z.string().optional(),
          symbol: z.string().optional(),
          buy_price: Amount,
          payout: Decimal,
          date_start: Epoch,
          expiry_time: Epoch,
        }),
      ),
    }),
  });

const profitTable = (Amount: AmountSchema) =>
  z.object({
    profit_table: z.object({
      transactions: z.array(
        z.object({
          contract_id: z.number().int().nullish(),
          buy_price: Amount,
          sell_price: Amount.nullish(),
          payout: Decimal,
          purchase_time: Epoch,
          sell_time: Epoch.nullish(),
          shortcode: z.string(),
        }),
      ),
    }),
  });

function schemasIn(currency: Currency) {
  const Amount = amountIn(currency);
  return {
    Balance: balance(Amount),
    Bought: bought(Amount),
    OpenContract: openContract(Amount),
    Portfolio: portfolio(Amount),
    ProfitTable: profitTable(Amount),
  };
}

export type MoneyReplies = ReturnType<typeof schemasIn>;
export type OpenContractRow = z.output<MoneyReplies['OpenContract']>['proposal_open_contract'];
export type PortfolioRow = z.output<MoneyReplies['Portfolio']>['portfolio']['contracts'][number];
export type ProfitRow = z.output<MoneyReplies['ProfitTable']>['profit_table']['transactions'][number];

const known = new Map<Currency, MoneyReplies>();

/** Returns the schemas of replies that contain amounts. Amounts are parsed with the decimals of `currency`. */
export function repliesIn(currency: Currency): MoneyReplies {
  const made = known.get(currency) ?? schemasIn(currency);
  known.set(currency, made);
  return made;
}
