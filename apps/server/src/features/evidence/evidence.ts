import type { Purse } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import { DECISIVE_EVIDENCE, EVIDENCE_LEVEL, type EvidenceFold, evidenceLimitsAmong } from '@vigia/core/statistics';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { WatchedCard } from '#platform/http/card-view.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { RulesAtBroker } from './evidence.repository.ts';
import * as repository from './evidence.repository.ts';
import { type EntrySource, FoldCache } from './fold-cache.ts';
import { type RulesEvidence, rulesEvidence, singleFoldOf } from './rules-evidence.ts';

/** The evidence of a user's setups and strategies, by the id of the setup or strategy. */
type AutomationEvidence = {
  readonly signals: ReadonlyMap<string, WatchedCard>;
  /** Contains only strategies and setups that have a trade on their current account. */
  readonly trades: ReadonlyMap<string, WatchedCard>;
};

export type Evidence = {
  /**
   * Returns the evidence of all setups and strategies that a user sees.
   * @param ids setups and strategies that are included even if they are deleted
   */
  ofAutomations(userId: string, ids: readonly string[]): Promise<AutomationEvidence>;
  /** Returns the evidence of all trades of a user in one purse (kind of money and currency). */
  ofPurse(userId: string, purse: Purse): Promise<WatchedCard>;
  /**
   * Returns the evidence of one version of rules at one broker. It is read with the connection of the caller, who may
   * have locked rows.
   */
  ofRules(sql: Sql, rules: RulesAtBroker): Promise<RulesEvidence>;
};

/**
 * A trade is stored before its order is sent, and its entry time changes by seconds at most when a broker books it.
 * After this time (ms) the order of the entries is final.
 */
const ORDER_SETTLES_MS = 600_000;

type Card = { readonly id: string; readonly fold: EvidenceFold };

export function createEvidence({ db: { sql }, clock }: { readonly db: Database; readonly clock: Clock }): Evidence {
  const cache = new FoldCache();

  const signalsOf = async (kind: AutomationKind, owners: readonly string[]): Promise<Card[]> => {
    const folds = await cache.read(
      owners.map((owner) => `signals:${owner}`),
      {
        entriesAfter: (positions) =>
          repository.signalsAfter(
            sql,
            kind,
            positions.map((position, place) => ({ ...position, owner: owners[place] ?? '' })),
          ),
        endingsOf: (ids) => repository.signalEndings(sql, kind, ids),
        settledBeforeMs: Infinity,
      },
    );
    return folds.map((fold, place) => ({ id: owners[place] ?? '', fold }));
  };

  const tradeSource = (entriesAfter: EntrySource['entriesAfter'], from: Sql = sql): EntrySource => ({
    entriesAfter,
    endingsOf: (ids) => repository.tradeEndings(from, ids),
    settledBeforeMs: clock.now() - ORDER_SETTLES_MS,
  });

  const tradesOf = async (userId: string, automations: readonly repository.TradingAutomation[]): Promise<Card[]> => {
    const corrections = await repository.countCorrections(sql, userId);
    const keys = automations.map(({ id, broker, account, currency }) =>
      ['trades', userId, id, broker, account, currency, corrections].join(':'),
    );
    const source = tradeSource((positions) =>
      repository.automationTradesAfter(
        sql,
        userId,
        automations.map((automation, place) => ({
          ...automation,
          owner: automation.id,
          ...(positions[place] ?? repository.FIRST_POSITION),
        })),
      ),
    );
    const folds = await cache.read(keys, source);
    return folds
      .map((fold, place) => ({ id: automations[place]?.id ?? '', fold }))
      .filter(({ fold }) => fold.settledBets > 0 || fold.openIds.length > 0);
  };

  return {
    ofRules: (from, rules) =>
      rulesEvidence(from, rules, (key, entriesAfter) => cache.read([key], tradeSource(entriesAfter, from))),
    ofAutomations: async (userId, ids) => {
      const automations = await repository.findAutomations(sql, userId, ids);
      const idsOf = (kind: AutomationKind) => automations.filter((each) => each.kind === kind).map(({ id }) => id);
      const [setups, strategies, trades] = await Promise.all([
        signalsOf('pcr', idsOf('pcr')),
        signalsOf('strategy', idsOf('strategy')),
        tradesOf(userId, automations),
      ]);
      return sideBySide([...setups, ...strategies], trades);
    },
    ofPurse: async (userId, purse) => {
      const corrections = await repository.countCorrections(sql, userId);
      const key = ['purse', userId, purse.kind, purse.currency, corrections].join(':');
      const source = tradeSource(([after = repository.FIRST_POSITION]) =>
        repository.purseTradesAfter(sql, userId, purse, after),
      );
      const fold = singleFoldOf(await cache.read([key], source), key);
      return { fold, limits: { above: DECISIVE_EVIDENCE, below: DECISIVE_EVIDENCE }, cards: 1 };
    },
  };
}

/** Corrects the limits of all cards that a user sees side by side. */
function sideBySide(signals: readonly Card[], trades: readonly Card[]): AutomationEvidence {
  const evidence = [...signals, ...trades].map(({ fold }) => fold.evidence());
  const limitsOf = (side: 'above' | 'below') =>
    evidenceLimitsAmong(
      evidence.map((each) => each[side]),
      EVIDENCE_LEVEL,
    );
  const [above, below] = [limitsOf('above'), limitsOf('below')];
  const watched = (cards: readonly Card[], first: number): ReadonlyMap<string, WatchedCard> =>
    new Map(
      cards.map(({ id, fold }, index) => {
        const limits = { above: above[first + index] ?? Infinity, below: below[first + index] ?? Infinity };
        return [id, { fold, limits, cards: evidence.length }];
      }),
    );
  return { signals: watched(signals, 0), trades: watched(trades, signals.length) };
}
