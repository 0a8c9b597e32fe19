import { type PcrSetupView, readPcrSetup } from '@vigia/contract';
import type { PcrSettings, PcrSetup } from '@vigia/core/pcr';
import { type ExpiryFields, expiryLengthIn, minutesLong, type TradeLength } from '@vigia/core/trades';
import { LENGTH_RANGES } from '@vigia/core/vocabulary';

/** A setup that the user edits. It has the form of docs/spec/pcr.md §8 with every default, plus a name and an asset. */
export type SetupDraft = PcrSettings & { readonly name: string; readonly asset: string };

/** A change of a draft. A changed trade duration replaces the whole trade duration of the draft. */
export type DraftChange = Partial<Omit<SetupDraft, keyof ExpiryFields>> & Partial<ExpiryFields>;

/**
 * Returns the duration of a draft's trades. If the typed minutes are out of range, the nearest valid minutes replace
 * them.
 */
export const tradeLengthOfDraft = (draft: SetupDraft): TradeLength =>
  'expiry' in draft ? minutesLong(clampMinutes(draft.expiry)) : expiryLengthIn(draft);

const { min, max } = LENGTH_RANGES.minutes;
const clampMinutes = (minutes: number): number => Math.min(max, Math.max(min, Math.round(minutes) || min));

/** Returns a draft with the defaults of the product, for an asset. */
export const newDraft = (name: string, asset: string): SetupDraft => ({ ...read({}), name, asset });

/** Returns a draft from an item of the library. The draft is inactive at first and does not trade automatically. */
export const draftFromLibrary = (body: Readonly<Record<string, unknown>>, name: string, asset: string): SetupDraft => ({
  ...read(body),
  name,
  asset,
  is_active: false,
  auto_trade: false,
});

/**
 * Returns whether this version of the app knows all rules of a stored setup. A newer server may have stored a filter
 * that an older tab does not know.
 */
export const areRulesKnown = (setup: PcrSetupView): boolean => readPcrSetup(rulesOf(setup)).ok;

/**
 * Returns the editable part of a stored setup, without the server's own fields.
 * @throws Error unless {@link areRulesKnown}
 */
export const draftOfSetup = (setup: PcrSetupView): SetupDraft => ({
  ...read(rulesOf(setup)),
  name: setup.name,
  asset: setup.asset,
});

function rulesOf(setup: PcrSetupView) {
  const { timeframe, is_active, auto_trade, patterns, filters, candleTypes, entryPoints } = setup;
  const { trigger, expiry, expiry_seconds, expiry_ticks, riskControl, moneyManagement } = setup;
  const length = { expiry, expiry_seconds, expiry_ticks };
  const rules = { timeframe, is_active, auto_trade, patterns, filters, candleTypes, entryPoints, trigger, ...length };
  return { ...rules, riskControl, moneyManagement };
}

/** Returns whether saving the draft would change nothing. The draft does not contain the active switch. */
export const isUnchanged = (draft: SetupDraft, saved: SetupDraft): boolean =>
  JSON.stringify({ ...draft, is_active: false }) === JSON.stringify({ ...saved, is_active: false });

/**
 * Parses a stored setup.
 * @throws Error if the setup is invalid
 */
function read(body: unknown): PcrSetup {
  const parsed = readPcrSetup(body);
  if (parsed.ok) return parsed.value;
  throw new Error(
    `a stored setup cannot be read: ${parsed.error.map(({ path, message }) => `${path} ${message}`).join()}`,
  );
}
