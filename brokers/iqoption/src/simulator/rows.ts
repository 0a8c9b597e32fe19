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

/** First id of digital positions. A digital position has another id than the order that opened it. */
const FIRST_POSITION = 700_000;

const positionIdOf = (contractId: string): number => FIRST_POSITION + Number(contractId);
/** Returns the id with which a position is sold and looked up in the history. */
export const externalIdOf = (contractId: string, kind: OptionKind): number =>
  kind === 'digital' ? positionIdOf(contractId) : Number(contractId);
/** Returns the id of a contract from the id of its digital position. */
export const contractIdOf = (positionId: unknown): string => String(Number(positionId) - FIRST_POSITION);

/** A digital order that has an id. */
export type DigitalOrder = {
  readonly id: string;
  readonly loginId: string;
  readonly accountId: string;
  readonly status: 'filled' | 'rejected';
};

const REASONS = { won: 'win', lost: 'loose', tie: 'equal' } as const;
const reasonOf = ({ outcome, wasSold }: BookResult) => (wasSold ? 'sold' : REASONS[outcome]);
const sides = { CALL: 'call', PUT: 'put' } as const;

const uuidOf = (contractId: string): string => `00000000-0000-4000-8000-${contractId.padStart(12, '0')}`;

/** Returns a contract as a position of the portfolio: version 1 while it runs, 2 once it is closed. */
export function positionRow(
  contract: Readonly<BookContract>,
  currency: Currency,
  kind: OptionKind,
  userId: number,
  { positions: shape, digitalReasons }: Pick<IqQuirks, 'positions' | 'digitalReasons'>,
): object {
  const { contractId, symbol, stakeMinor, payoutRatio, entryPrice, openedAtMs, result } = contract;
  const invest = amountOf(stakeMinor, currency);
  const expected = amountOf(Math.round(stakeMinor * (1 + payoutRatio)), currency);
  const profit = amountOf(result?.profitMinor ?? 0, currency);
  const gross = amountOf(stakeMinor + (result?.profitMinor ?? 0), currency);
  const closed = result && {
    close_quote: result.settlePrice,
    close_time: result.settledAtMs,
    close_reason: kind === 'digital' && digitalReasons === 'default' ? 'default' : reasonOf(result),
    close_profit: gross,
  };
  return {
    version: result ? 2 : 1,
    id: uuidOf(contractId),
    external_id: externalIdOf(contractId, kind),
    user_id: userId,
    user_balance_id: Number(contract.accountId),
    active_id: activeIdOf(symbol),
    instrument_type: `${kind}-option`,
    source: kind === 'digital' ? 'digital-options' : 'binary-options',
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

/** Returns the fields that only some forms of a position have. */
function termsOf(
  contract: Readonly<BookContract>,
  currency: Currency,
  kind: OptionKind,
  shape: IqQuirks['positions'],
): object {
  const { contractId, direction, stakeMinor, payoutRatio, entryPrice, openedAtMs, expiryMs, result } = contract;
  if (shape === 'bare') return {};
  if (kind === 'digital') return { raw_event: { digital_options_position_changed1: digitalTermsOf(contract) } };
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

/**
 * Returns the terms of a digital position, with the expiration in milliseconds. No flat form of a digital position is
 * known.
 */
const digitalTermsOf = ({ contractId, direction, expiryMs }: Readonly<BookContract>): object => ({
  order_ids: [Number(contractId)],
  instrument_dir: sides[direction],
  instrument_expiration: expiryMs,
});

/** Returns a digital order in the form of `order-changed`: filled by a contract with the same id, or rejected. */
export const digitalOrderRow = ({ id, accountId, status }: DigitalOrder, userId: number): object => ({
  id: `order-${id}`,
  instrument_type: 'digital-option',
  kind: 'market',
  status,
  position_id: status === 'filled' ? uuidOf(id) : null,
  user_id: userId,
  user_balance_id: Number(accountId),
  raw_event: { digital_options_order_changed1: { id: Number(id) } },
});

/** Returns the response to an order. */
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
