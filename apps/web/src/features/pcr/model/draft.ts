import type { PcrSetupView } from '@vigia/contract';
import { type PcrSetup, parsePcrSetup } from '@vigia/core/pcr';

/** A setup being edited: the shape of docs/spec/pcr.md §8 with every default filled in, and a name and an asset. */
export type SetupDraft = Omit<PcrSetup, 'name' | 'asset'> & { readonly name: string; readonly asset: string };

/** Returns a draft with the defaults of the product, for an asset. */
export const newDraft = (name: string, asset: string): SetupDraft => ({ ...read({}), name, asset });

/** Returns a draft from a library item. The draft never starts active or trading automatically. */
export const draftFrom = (body: Readonly<Record<string, unknown>>, name: string, asset: string): SetupDraft => ({
  ...read(body),
  name,
  asset,
  is_active: false,
  auto_trade: false,
});

/** Returns the editable part of a stored setup, without the server's own fields. */
export function draftOf(setup: PcrSetupView): SetupDraft {
  const { name, asset, timeframe, is_active, auto_trade, patterns, filters, candleTypes, entryPoints } = setup;
  const { trigger, expiry, riskControl, moneyManagement } = setup;
  const rules = { timeframe, is_active, auto_trade, patterns, filters, candleTypes, entryPoints, trigger, expiry };
  return { ...read({ ...rules, riskControl, moneyManagement }), name, asset };
}

/** Returns whether saving would change nothing. The active switch is not part of the form. */
export const isUnchanged = (draft: SetupDraft, saved: SetupDraft): boolean =>
  JSON.stringify({ ...draft, is_active: false }) === JSON.stringify({ ...saved, is_active: false });

/**
 * Parses a stored setup.
 * @throws Error if the setup is invalid, which cannot happen: the server parses it by the same rules
 */
function read(body: unknown): PcrSetup {
  const parsed = parsePcrSetup(body);
  if (parsed.ok) return parsed.value;
  throw new Error(`a stored setup cannot be read: ${parsed.error.map(({ path, code }) => `${path} ${code}`).join()}`);
}
