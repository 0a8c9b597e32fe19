import { z } from 'zod';
import { Decimal } from './decimals.ts';

/** The list of assets, with the field names of both API generations. */
export const ActiveSymbols = z.object({
  active_symbols: z.array(
    z.union([
      z
        .object({
          underlying_symbol: z.string(),
          underlying_symbol_name: z.string(),
          market: z.string(),
          pip_size: Decimal,
          exchange_is_open: z.number(),
          is_trading_suspended: z.number(),
        })
        .transform((row) => ({
          symbol: row.underlying_symbol,
          name: row.underlying_symbol_name,
          market: row.market,
          pip: row.pip_size,
          isOpen: row.exchange_is_open === 1 && row.is_trading_suspended === 0,
        })),
      z
        .object({
          symbol: z.string(),
          display_name: z.string(),
          market: z.string(),
          pip: Decimal,
          exchange_is_open: z.number(),
          is_trading_suspended: z.number(),
        })
        .transform((row) => ({
          symbol: row.symbol,
          name: row.display_name,
          market: row.market,
          pip: row.pip,
          isOpen: row.exchange_is_open === 1 && row.is_trading_suspended === 0,
        })),
    ]),
  ),
});
export type ActiveSymbol = z.output<typeof ActiveSymbols>['active_symbols'][number];

export const RestAccounts = z.object({
  data: z.array(
    z.object({
      account_id: z.string(),
      balance: Decimal,
      currency: z.string(),
      status: z.enum(['active', 'inactive']),
      account_type: z.enum(['demo', 'real']),
    }),
  ),
});

export const RestOtp = z.object({ data: z.object({ url: z.url({ protocol: /^wss?$/ }) }) });
export const RestErrors = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })).min(1) });

export const Authorized = z.object({
  authorize: z.object({
    loginid: z.string(),
    balance: Decimal,
    currency: z.string(),
    is_virtual: z.number(),
    scopes: z.array(z.string()).default([]),
  }),
});

export const ContractsFor = z.object({
  contracts_for: z.object({
    available: z.array(
      z.object({
        contract_type: z.string(),
        expiry_type: z.string(),
        start_type: z.string().default('spot'),
        barriers: z.number().default(0),
        min_contract_duration: z.string(),
        max_contract_duration: z.string(),
        min_stake: Decimal.nullish(),
        max_stake: Decimal.nullish(),
      }),
    ),
  }),
});
export type AvailableContract = z.output<typeof ContractsFor>['contracts_for']['available'][number];

export const Proposal = z.object({ proposal: z.object({ id: z.string(), ask_price: Decimal, payout: Decimal }) });

export const ServerTime = z.object({ time: z.number().int() });

const Epoch = z.number().int();

export const TickHistory = z.object({ history: z.object({ prices: z.array(Decimal), times: z.array(Epoch) }) });

export const CandleHistory = z.object({
  candles: z.array(z.object({ epoch: Epoch, open: Decimal, high: Decimal, low: Decimal, close: Decimal })),
});
