import { type EpochMs, epochMs } from '#kernel/index.ts';
import { retailBan } from './retail-bans.ts';
import { LOOSENING_WAITS_MS } from './user-limits.ts';

/** A user's answers about age and residence, which real money requires. `country` is an ISO 3166-1 alpha-2 code. */
export type DeclaredAnswers = { readonly adult: boolean; readonly country: string };

/**
 * The declaration in force (`current`), and one that would allow real money and takes effect at `fromMs` (`waiting`).
 * `waiting` is null if there is no such declaration.
 */
export type Declaration = {
  readonly current: DeclaredAnswers & { readonly declaredAtMs: EpochMs };
  readonly waiting: (DeclaredAnswers & { readonly fromMs: EpochMs }) | null;
};

/** Returns true if a declaration forbids real money: that of a minor, or of a resident of a country with a ban. */
export const forbidsRealMoney = ({ adult, country }: DeclaredAnswers): boolean => !adult || retailBan(country) !== null;

/** Returns the declaration at `nowMs`. A waiting declaration whose time has come becomes the current one. */
export function declarationAt({ current, waiting }: Declaration, nowMs: EpochMs): Declaration {
  if (waiting === null || waiting.fromMs > nowMs) return { current, waiting };
  const { adult, country, fromMs } = waiting;
  return { current: { adult, country, declaredAtMs: fromMs }, waiting: null };
}

/**
 * Returns the declaration after a user made a new one. The new declaration takes effect at once and replaces a waiting
 * one. If it allows real money that the current one forbids, it takes effect after 24 hours, like a looser limit. This
 * delay prevents impulsive changes. A repeated declaration keeps the time of the waiting one.
 */
export function declare(before: Declaration | null, wish: DeclaredAnswers, nowMs: EpochMs): Declaration {
  const made: Declaration = { current: { ...wish, declaredAtMs: nowMs }, waiting: null };
  if (before === null) return made;
  const { current, waiting } = declarationAt(before, nowMs);
  if (!forbidsRealMoney(current) || forbidsRealMoney(wish)) return made;
  const isSame = waiting?.adult === wish.adult && waiting.country === wish.country;
  return { current, waiting: isSame ? waiting : { ...wish, fromMs: epochMs(nowMs + LOOSENING_WAITS_MS) } };
}
