import { ERROR_MESSAGES_ES, type ErrorCode, type NamedSetup, readNamedSetup } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, parseAmountMinor } from '@vigia/core/money';
import { type PcrSetup, pcrRulesOf } from '@vigia/core/pcr';
import type { SetupRow } from '../pcr.repository.ts';
import type { SetupWrite, StoredDefinition } from './setup.repository.ts';

/** The reason why a setup was refused. The values complete the message of the code. */
export type SetupRefusal = {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
};

/**
 * Reads a whole setup from a request, and reports all faults at once.
 * @param currency of the account on which the setup trades
 */
export function readSetup(input: unknown, currency: Currency): Result<SetupWrite, SetupRefusal> {
  const read = readNamedSetup(input);
  const details = read.ok ? moneyFaults(read.value, currency) : read.error;
  return read.ok && details.length === 0 ? ok(toWrite(read.value)) : err({ code: 'validation_failed', details });
}

/** Reports amounts with more decimals than the currency has. No amount is rounded. */
function moneyFaults({ moneyManagement, riskControl }: PcrSetup, currency: Currency) {
  const amounts: readonly (readonly [string, number | null])[] = [
    ['moneyManagement.fixedAmount', 'fixedAmount' in moneyManagement ? moneyManagement.fixedAmount : null],
    ['riskControl.dailyLossLimit', riskControl.dailyLossLimit],
    ['riskControl.weeklyLossLimit', riskControl.weeklyLossLimit],
    ['riskControl.dailyProfitTarget', riskControl.dailyProfitTarget],
  ];
  return amounts
    .filter(([, amount]) => amount !== null && !parseAmountMinor(amount, currency).ok)
    .map(([path]) => ({ path, message: ERROR_MESSAGES_ES.amount_invalid }));
}

function toWrite(setup: NamedSetup): SetupWrite {
  const { name, asset, is_active: isActive, auto_trade: autoTrade } = setup;
  return { name, asset, isActive, autoTrade, definition: definitionOf(setup) };
}

function definitionOf(setup: PcrSetup): StoredDefinition {
  const { riskControl, moneyManagement } = setup;
  return { ...pcrRulesOf(setup), riskControl, moneyManagement };
}

/** Converts a stored setup to the shape of a request body. */
export const toRequestBody = (row: SetupRow): object => ({
  ...Object(row.definition),
  name: row.name,
  asset: row.asset,
  timeframe: row.timeframe,
  is_active: row.is_active,
  auto_trade: row.auto_trade,
});
