import { amountOf, type BookAccount, type BookContract, type BookResult } from '@vigia/broker-kit/simulator';
import type { Currency } from '@vigia/core/money';
import { activeIdOf, OPTION_TERMS, type OptionKind } from './actives.ts';
import type { IqQuirks } from './quirks.ts';

export const balanceRow = (
  { accountId, kind, balanceMinor, currency }: Readonly<BookAccount>,
  userId: number,
  { areWalletsMarginal, bonusAmount }: Pick<IqQuirks, 'areWalletsMarginal' | 'bonusAmount'>,
) => ({
  id: Number(accountId),
  type: kind === 'real' ? 1 : 4,
  amount: amountOf(balanceMinor, currency),
  bonus_amount: bonusAmount,
  auth_amount: 0,
  currency,
  is_fiat: true,
  user_id: userId,
  is_marginal: areWalletsMarginal,
});

const REASONS = { won: 'win', lost: 'loose', tie: 'equal' } as const;
const reasonOf = ({ outcome, wasSold }: BookResult) => (wasSold ? 'sold' : REASONS[outcome]);
const sides = { CALL: 'call', PUT: 'put' } as const;

/** A contract as a position of the portfolio: version 1 while it runs, 2 once it is closed. */
export function positionRow(
  contract: Readonly<BookContract>,
  currency: Currency,
  kind: OptionKind,
  userId: number,
  shape: IqQuirks['positions'],
): object {
  const { contractId, symbol, stakeMinor, payoutRatio, entryPrice, openedAtMs, result } = contract;
  const invest = amountOf(stakeMinor, currency);
  const expected = amountOf(Math.round(stakeMinor * (1 + payoutRatio)), currency);
  const profit = amountOf(result?.profitMinor ?? 0, currency);
  const gross = amountOf(stakeMinor + (result?.profitMinor ?? 0), currency);
  const closed = result && {
    close_quote: result.settlePrice,
    close_time: result.settledAtMs,
    close_reason: reasonOf(result),
    close_profit: gross,
  };
  return {
    version: result ? 2 : 1,
    id: `00000000-0000-4000-8000-${contractId.padStart(12, '0')}`,
    external_id: Number(contractId),
    user_id: userId,
    user_balance_id: Number(contract.accountId),
    active_id: activeIdOf(symbol),
    instrument_type: `${kind}-option`,
    source: 'binary-options',
    status: result ? 'closed' : 'open',
    invest,
    open_quote: entryPrice,
    open_time: openedAtMs,
    quote_timestamp: openedAtMs,
    expected_profit: expected,
    pnl: profit,
    pnl_realized: profit,
    pnl_net: profit,
    ...closed,
    ...termsOf(contract, currency, kind, shape),
  };
}

/** The fields that only some shapes of a position have. */
function termsOf(
  contract: Readonly<BookContract>,
  currency: Currency,
  kind: OptionKind,
  shape: IqQuirks['positions'],
): object {
  const { contractId, direction, stakeMinor, payoutRatio, entryPrice, openedAtMs, expiryMs, result } = contract;
  if (shape === 'bare') return {};
  const expiration = { expiration_time: expiryMs / 1000, expiration_value: result?.settlePrice ?? null };
  if (shape === 'flat') return { direction: sides[direction], open_time: Math.floor(openedAtMs / 1000), ...expiration };
  return {
    raw_event: {
      binary_options_option_changed1: {
        option_id: Number(contractId),
        option_type: kind,
        option_type_id: OPTION_TERMS[kind].typeId,
        direction: sides[direction],
        result: result ? reasonOf(result) : 'opened',
        amount: amountOf(stakeMinor, currency),
        profit_amount: result ? amountOf(stakeMinor + result.profitMinor, currency) : 0,
        profit_percent: 100 + Math.round(payoutRatio * 100),
        value: entryPrice,
        open_time: Math.floor(openedAtMs / 1000),
        actual_expire: expiryMs / 1000,
        ...expiration,
      },
    },
  };
}

/** The answer to an order. */
export const optionRow = (
  contract: Readonly<BookContract>,
  currency: Currency,
  kind: OptionKind,
  userId: number,
): object => ({
  user_id: userId,
  id: Number(contract.contractId),
  act: activeIdOf(contract.symbol),
  direction: sides[contract.direction],
  exp: contract.expiryMs / 1000,
  price: amountOf(contract.stakeMinor, currency),
  profit_income: 100 + Math.round(contract.payoutRatio * 100),
  profit_return: 0,
  time_rate: Math.floor(contract.openedAtMs / 1000),
  created: Math.floor(contract.openedAtMs / 1000),
  created_millisecond: contract.openedAtMs,
  type: kind,
  value: contract.entryPrice,
  exp_value: 0,
  client_platform_id: 9,
});
