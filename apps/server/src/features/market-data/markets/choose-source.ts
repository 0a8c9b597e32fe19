import type { ErrorCode, MarketSourceView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { Brokers } from '../../brokers/index.ts';
import { SOURCE_CHOSEN } from '../topics.ts';
import { readChoice, sourceOfChoice, writeChoice } from './choices.repository.ts';
import type { Markets } from './markets.ts';
import { sourceNameEs } from './source-names.es.ts';

export type ChoiceDeps = {
  readonly db: Database;
  readonly bus: Bus;
  readonly nowMs: () => number;
  readonly markets: Pick<Markets, 'own' | 'at' | 'syncFeeds'>;
  readonly brokers: Pick<Brokers, 'catalog' | 'connectedBrokers'>;
  /** Price sources that every user can choose without an account at a broker. */
  readonly publicSources: readonly PriceSource[];
};

type Refused = { readonly code: ErrorCode; readonly values: Readonly<Record<string, string>> };
type Offered = MarketSourceView['options'][number];

/** Returns a user's price source and the available sources; null if there is no such user. */
export async function readSource(deps: ChoiceDeps, userId: string): Promise<MarketSourceView | null> {
  const { db, markets } = deps;
  const choice = await readChoice(db.sql, userId);
  if (choice === null) return null;
  const own = markets.own.source;
  const source = sourceOfChoice(choice, own);
  return {
    source,
    follows_mode: choice.chosen_broker !== null,
    chosen: choice.market_source ?? own,
    state: markets.at(source).status().state,
    options: await offered(deps, userId),
  };
}

/** Sets the price source of a user on the paper account. A broker's source requires a connection to that broker. */
export async function chooseSource(
  deps: ChoiceDeps,
  userId: string,
  source: PriceSource,
): Promise<Result<null, Refused>> {
  const { db, bus, markets, nowMs } = deps;
  const option = (await offered(deps, userId)).find((one) => one.source === source);
  const name = option?.name ?? sourceNameEs(source);
  if (option === undefined) return err({ code: 'market_source_unknown', values: { name } });
  if (!option.available) return err({ code: 'broker_not_connected', values: { name } });
  await writeChoice(db.sql, userId, source === markets.own.source ? null : source, nowMs());
  void markets.syncFeeds();
  const choice = await readChoice(db.sql, userId);
  if (choice !== null) bus.publish(SOURCE_CHOSEN, { userId, source: sourceOfChoice(choice, markets.own.source) });
  return ok(null);
}

/** Lists the server's default source, the public sources, and the brokers that a user can connect. */
async function offered({ markets, brokers, publicSources }: ChoiceDeps, userId: string): Promise<Offered[]> {
  const own = markets.own.source;
  const connected = await brokers.connectedBrokers(userId);
  const free = [own, ...publicSources.filter((source) => source !== own)];
  return [
    ...free.map((source) => ({ source, name: sourceNameEs(source), available: true })),
    ...brokers
      .catalog()
      .filter(({ id }) => !free.includes(id))
      .map(({ id, traits }) => ({ source: id, name: traits.displayName, available: connected.includes(id) })),
  ];
}
