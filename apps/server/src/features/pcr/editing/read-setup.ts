import { AssetSymbol, ERROR_MESSAGES_ES, type ErrorCode, storedText } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, parseAmountMinor } from '@vigia/core/money';
import { type PcrSetup, parsePcrSetup } from '@vigia/core/pcr';
import { inputDetails } from '#platform/http/input-error.es.ts';
import type { SetupRow } from '../pcr.repository.ts';
import type { SetupWrite, StoredDefinition } from './setup.repository.ts';

/** The reason why a setup was refused. The values complete the message of the code. */
export type SetupRefusal = {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
};

const NAME_MAX_LENGTH = 80;
const Name = storedText('line');

function nameFault(name: string | null): string | null {
  if (name === null) return 'Falta.';
  if (name.trim() === '') return 'No puede estar vacío.';
  if (name.trim().length > NAME_MAX_LENGTH) return `Debe tener como máximo ${NAME_MAX_LENGTH} caracteres.`;
  return Name.safeParse(name).error?.issues[0]?.message ?? null;
}

function assetFault(asset: string | null): string | null {
  if (asset === null) return 'Falta.';
  return AssetSymbol.safeParse(asset).success ? null : 'No es el símbolo de un activo.';
}

/**
 * Reads a whole setup from a request with the detector's own parser, and reports all faults at once.
 * @param currency of the account on which the setup trades
 */
export function readSetup(input: unknown, currency: Currency): Result<SetupWrite, SetupRefusal> {
  const parsed = parsePcrSetup(input);
  const { name, asset } = parsed.ok ? parsed.value : namesOf(input);
  const details = [
    ...faultOf('name', nameFault(name)),
    ...faultOf('asset', assetFault(asset)),
    ...(parsed.ok ? moneyFaults(parsed.value, currency) : inputDetails(parsed.error)),
  ];
  if (!parsed.ok || name === null || asset === null || details.length > 0)
    return err({ code: 'validation_failed', details });
  return ok(toWrite(parsed.value, name.trim(), asset));
}

/** Reports amounts with more decimals than the currency has. No amount is rounded. */
function moneyFaults({ moneyManagement, riskControl }: PcrSetup, currency: Currency) {
  const amounts: readonly (readonly [string, number | null])[] = [
    ['moneyManagement.fixedAmount', 'fixedAmount' in moneyManagement ? moneyManagement.fixedAmount : null],
    ['riskControl.dailyLossLimit', riskControl.dailyLossLimit],
    ['riskControl.weeklyLossLimit', riskControl.weeklyLossLimit],
  ];
  return amounts
    .filter(([, amount]) => amount !== null && !parseAmountMinor(amount, currency).ok)
    .map(([path]) => ({ path, message: ERROR_MESSAGES_ES.amount_invalid }));
}

const faultOf = (path: string, message: string | null) => (message === null ? [] : [{ path, message }]);

/**
 * Reads name and asset of a refused setup, so that the response reports them if they are missing, together with the
 * other faults.
 */
const namesOf = (input: unknown): { name: string | null; asset: string | null } => {
  const isObject = typeof input === 'object' && input !== null;
  return {
    name: isObject && 'name' in input ? textOr(input.name) : null,
    asset: isObject && 'asset' in input ? textOr(input.asset) : null,
  };
};
/** Returns the text. Returns a valid placeholder for any other value, because the parser already reports that fault. */
const textOr = (value: unknown): string => (typeof value === 'string' ? value : 'EURUSD');

function toWrite(setup: PcrSetup, name: string, asset: string): SetupWrite {
  const { is_active: isActive, auto_trade: autoTrade } = setup;
  return { name, asset, isActive, autoTrade, definition: definitionOf(setup) };
}

function definitionOf(setup: PcrSetup): StoredDefinition {
  const { timeframe, patterns, filters, candleTypes, entryPoints, trigger, expiry } = setup;
  const { riskControl, moneyManagement } = setup;
  return { timeframe, patterns, filters, candleTypes, entryPoints, trigger, expiry, riskControl, moneyManagement };
}

/** Converts a stored setup to the shape of a request body. */
export const asSent = (row: SetupRow): object => ({
  ...Object(row.definition),
  name: row.name,
  asset: row.asset,
  timeframe: row.timeframe,
  is_active: row.is_active,
  auto_trade: row.auto_trade,
});
