import {
  CLOCK_WRONG_MS,
  type Deviation,
  SHIFTED_CANDLES_FACTOR,
  withoutFields,
  withScaledFields,
} from '@vigia/broker-kit/simulator';
import { type Body, isBody } from './wire.ts';

const rowsOf = (value: unknown): readonly Body[] => (Array.isArray(value) ? value.filter(isBody) : []);
const bodyOf = (value: unknown): Body => (isBody(value) ? value : {});

/** Returns the payload of a message with these deviations applied. */
export function deviatedBody(body: Body, deviations: ReadonlySet<Deviation>): Body {
  if (deviations.size === 0) return body;
  const { time, candles, proposal, portfolio, profit_table: table, authorize } = body;
  if (time !== undefined && deviations.has('clock_wrong'))
    return { ...body, time: Number(time) + CLOCK_WRONG_MS / 1_000 };
  if (candles !== undefined && deviations.has('candles_shifted'))
    return {
      ...body,
      candles: rowsOf(candles).map((row) =>
        withScaledFields(row, SHIFTED_CANDLES_FACTOR, 'open', 'high', 'low', 'close'),
      ),
    };
  if (proposal !== undefined && deviations.has('payout_missing'))
    return { ...body, proposal: withoutFields(bodyOf(proposal), 'payout') };
  if (authorize !== undefined && deviations.has('wallet_field_missing'))
    return { ...body, authorize: withoutFields(bodyOf(authorize), 'currency') };
  if (!deviations.has('record_without_id')) return body;
  if (portfolio !== undefined) return { ...body, portfolio: { contracts: withoutIds(bodyOf(portfolio)['contracts']) } };
  if (table === undefined) return body;
  return { ...body, profit_table: { ...bodyOf(table), transactions: withoutIds(bodyOf(table)['transactions']) } };
}

const withoutIds = (rows: unknown): readonly object[] => rowsOf(rows).map((row) => withoutFields(row, 'contract_id'));

/**
 * Returns an account of the REST response. With the deviation `wallet_field_missing` the demo account lacks its
 * currency.
 */
export const accountRow = (row: Body, deviations: ReadonlySet<Deviation>): object =>
  deviations.has('wallet_field_missing') && row['account_type'] === 'demo' ? withoutFields(row, 'currency') : row;
