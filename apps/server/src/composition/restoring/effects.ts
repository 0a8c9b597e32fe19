/** Effects of a restore on the access and the limits of users, in the order of the report. */
export const EFFECTS = [
  'sessionsEnded',
  'botTokensRevoked',
  'linksVoided',
  'declarationsDropped',
  'looserLimitsDropped',
  'automationsPaused',
  'realModesLeft',
  'brokersDisconnected',
  'factorsKept',
  'factorsVoided',
  'passwordsVoided',
  'accountsDeletedAgain',
  'passwordsKept',
  'addressesKept',
  'exclusionsKept',
  'bansKept',
  'declarationsKept',
  'limitsKept',
  'brokerLoginsForgotten',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** Number of affected rows, by effect. */
export type EffectCounts = Readonly<Record<Effect, number>>;

/** Counts the effects of a restore, in total and for each user. */
export class Effects {
  readonly #all = new Map<Effect, number>();
  readonly #byUser = new Map<string, Map<Effect, number>>();

  /** Counts an effect once for each row. */
  add(effect: Effect, rows: readonly { readonly user_id: string }[]): void {
    this.#all.set(effect, (this.#all.get(effect) ?? 0) + rows.length);
    for (const { user_id: userId } of rows) {
      const own = this.#byUser.get(userId) ?? new Map<Effect, number>();
      own.set(effect, (own.get(effect) ?? 0) + 1);
      this.#byUser.set(userId, own);
    }
  }

  /** Returns the affected users, each with the counts of the effects on them. */
  byUser(): readonly (readonly [userId: string, counts: Partial<EffectCounts>])[] {
    return [...this.#byUser].map(([userId, counts]) => [userId, Object.fromEntries(counts)] as const);
  }

  counts(): EffectCounts {
    const counts = Object.fromEntries(EFFECTS.map((effect) => [effect, this.#all.get(effect) ?? 0]));
    return counts as EffectCounts;
  }
}
