import { type EpochMs, epochMs } from '@vigia/core/kernel';
import type { EvidenceFold } from '@vigia/core/statistics';
import type { Sql } from '#platform/persistence/database.ts';
import * as repository from './evidence.repository.ts';
import type { EntrySource } from './fold-cache.ts';

/** The evidence of one version of rules at one broker, at the payouts that were paid. */
export type RulesEvidence = {
  readonly demo: EvidenceFold;
  /** The trades on demo and those with real money, in the order of their entries. */
  readonly demoAndReal: EvidenceFold;
  /** Time of the first demo trade; null without one. */
  readonly firstDemoMs: EpochMs | null;
  /** Ordinal of these rules among those that the user tried on demo, from 1. */
  readonly attempt: number;
};

/** Returns the kept folds of one card, brought up to date with these entries. */
type ReadFolds = (key: string, entriesAfter: EntrySource['entriesAfter']) => Promise<readonly EvidenceFold[]>;

/** Reads the evidence of one version of rules at one broker. */
export async function rulesEvidence(
  sql: Sql,
  rules: repository.RulesAtBroker,
  read: ReadFolds,
): Promise<RulesEvidence> {
  const { userId, kind, id, version, broker } = rules;
  const corrections = await repository.countCorrections(sql, userId);
  const foldOf = async (accounts: readonly ('demo' | 'real')[]) => {
    const key = ['rules', userId, kind, id, version, broker, corrections, ...accounts].join(':');
    const entriesAfter: EntrySource['entriesAfter'] = ([after = repository.FIRST_POSITION]) =>
      repository.rulesTradesAfter(sql, rules, accounts, after);
    return singleFoldOf(await read(key, entriesAfter), key);
  };
  const demo = await foldOf(['demo']);
  const demoAndReal = await foldOf(['demo', 'real']);
  const { first_ms: firstMs, attempt } = await repository.readDemoAttempt(sql, rules);
  return { demo, demoAndReal, firstDemoMs: firstMs === null ? null : epochMs(Math.floor(firstMs)), attempt };
}

/** Returns the only fold of a card. */
export function singleFoldOf([fold]: readonly EvidenceFold[], key: string): EvidenceFold {
  if (fold === undefined) throw new Error(`no evidence was read for ${key}`);
  return fold;
}
