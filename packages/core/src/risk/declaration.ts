import { type EpochMs, epochMs } from '#kernel/index.ts';
import { retailBan } from './retail-bans.ts';
import { LOOSENING_WAITS_MS } from './user-limits.ts';

/** A user's answers about age and residence, which real money asks for. `country`: ISO 3166-1 alpha-2. */
export type Declared = { readonly adult: boolean; readonly country: string };

/** The declaration that applies, and one that opens real money and waits until `fromMs`; null: none. */
export type Declaration = {
  readonly current: Declared & { readonly declaredAtMs: EpochMs };
  readonly waiting: (Declared & { readonly fromMs: EpochMs }) | null;
};

/** True if a declaration forbids real money: by a minor, or a resident of a country with a ban. */
export const forbidsRealMoney = ({ adult, country }: Declared): boolean => !adult || retailBan(country) !== null;

/** Returns the declaration at `nowMs`: one that has waited long enough applies from then on. */
export function declarationAt({ current, waiting }: Declaration, nowMs: EpochMs): Declaration {
  if (waiting === null || waiting.fromMs > nowMs) return { current, waiting };
  const { adult, country, fromMs } = waiting;
  return { current: { adult, country, declaredAtMs: fromMs }, waiting: null };
}

/**
 * Returns the declaration after a user made one. It applies at once and drops a pending one. One that allows real money
 * which the current one forbids is pending for 24 hours, like a looser limit, against changes on impulse. Repeating the
 * pending one keeps its time.
 */
export function declare(before: Declaration | null, wish: Declared, nowMs: EpochMs): Declaration {
  const made: Declaration = { current: { ...wish, declaredAtMs: nowMs }, waiting: null };
  if (before === null) return made;
  const { current, waiting } = declarationAt(before, nowMs);
  if (!forbidsRealMoney(current) || forbidsRealMoney(wish)) return made;
  const isSame = waiting?.adult === wish.adult && waiting.country === wish.country;
  return { current, waiting: isSame ? waiting : { ...wish, fromMs: epochMs(nowMs + LOOSENING_WAITS_MS) } };
}
