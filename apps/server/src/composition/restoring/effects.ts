/** Effects of a restore on the access and the limits of users, in the order of the report. */
export const RESTORE_EFFECTS = [
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
export type RestoreEffect = (typeof RESTORE_EFFECTS)[number];

/** Number of affected rows, by effect. */
export type RestoreEffectCounts = Readonly<Record<RestoreEffect, number>>;

/** Counts the effects of a restore, in total and for each user. */
export class RestoreEffectCounter {
  readonly #all = new Map<RestoreEffect, number>();
  readonly #byUser = new Map<string, Map<RestoreEffect, number>>();

  /** Counts an effect once for each row. */
  add(effect: RestoreEffect, rows: readonly { readonly user_id: string }[]): void {
    this.#all.set(effect, (this.#all.get(effect) ?? 0) + rows.length);
    for (const { user_id: userId } of rows) {
      const own = this.#byUser.get(userId) ?? new Map<RestoreEffect, number>();
      own.set(effect, (own.get(effect) ?? 0) + 1);
      this.#byUser.set(userId, own);
    }
  }

  /** Returns the affected users, each with the counts of the effects on them. */
  byUser(): readonly (readonly [userId: string, counts: Partial<RestoreEffectCounts>])[] {
    return [...this.#byUser].map(([userId, counts]) => [userId, Object.fromEntries(counts)] as const);
  }

  counts(): RestoreEffectCounts {
    const counts = Object.fromEntries(RESTORE_EFFECTS.map((effect) => [effect, this.#all.get(effect) ?? 0]));
    return counts as RestoreEffectCounts;
  }
}
