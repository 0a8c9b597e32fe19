import type { DecidedEntry, JournalListener, Json, StoredEntry } from '../signals/index.ts';
import type { PcrDeps } from './deps.ts';
import { findSignalsByIds, type StoredSignal } from './pcr.repository.ts';
import type { RunningRow } from './setup-run.ts';
import type { SignalBody } from './signal-body.ts';
import { SIGNAL_CHANGED } from './topics.ts';
import { toSignalView } from './views.ts';

/** Tells everybody whom it concerns what the journal has written. */
export class SignalTeller implements JournalListener {
  readonly #deps: Pick<PcrDeps, 'db' | 'bus' | 'markets'>;
  /** What is on its way, by its body, which the journal hands back as it took it; what it drops is forgotten along with that. */
  readonly #underWay = new WeakMap<object, { readonly row: RunningRow; readonly body: SignalBody }>();

  constructor(deps: Pick<PcrDeps, 'db' | 'bus' | 'markets'>) {
    this.#deps = deps;
  }

  /** To be called before the entry is handed to the journal. */
  expect(row: RunningRow, body: SignalBody): void {
    this.#underWay.set(body, { row, body });
  }

  onStored(stored: readonly StoredEntry[]): void {
    for (const entry of stored) {
      const known = isObject(entry.body) ? this.#underWay.get(entry.body) : undefined;
      if (known !== undefined) this.#announce(justStored(entry, known));
    }
  }

  onDecided(decided: readonly DecidedEntry[]): Promise<void> {
    return this.onTakenOver(decided.map(({ signalId }) => signalId));
  }

  async onTakenOver(signalIds: readonly string[]): Promise<void> {
    for (const signal of await findSignalsByIds(this.#deps.db.sql, signalIds)) this.#announce(signal);
  }

  #announce(stored: StoredSignal): void {
    const currentPrice = this.#deps.markets.at(stored.body.source).latest(stored.body.asset)?.price ?? null;
    this.#deps.bus.publish(SIGNAL_CHANGED, { userId: stored.user_id, signal: toSignalView(stored, currentPrice) });
  }
}

const isObject = (body: Json): body is Exclude<Json, string | number | boolean | null> =>
  typeof body === 'object' && body !== null;

const justStored = (
  { id, seq, hash, publishedAtMs }: StoredEntry,
  { row, body }: { readonly row: RunningRow; readonly body: SignalBody },
): StoredSignal => ({
  ...{ id, seq, hash, body },
  setup_id: row.id,
  setup_name: row.name,
  user_id: row.user_id,
  published_at: new Date(publishedAtMs),
  outcome: null,
  settle_price: null,
  trade_id: null,
});
