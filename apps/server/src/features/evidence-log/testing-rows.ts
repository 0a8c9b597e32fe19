import type { Clock } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Database } from '#platform/persistence/database.ts';
import { chainHashOf, GENESIS_HASH } from '../signals/index.ts';

type Outcome = 'won' | 'lost' | 'tie';
type Tamper = (query: string) => Promise<unknown>;

const MINUTE_MS = 60_000;

/** Stores rows as the features do, for tests of the log. */
export function testRows({ sql }: Pick<Database, 'sql'>, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now());
  const insertSetup = async (userId: string) => {
    const id = randomIds.next();
    await sql`
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
                              created_at, updated_at)
      VALUES (${id}, ${userId}, 'Mío', 'EURUSD', '1m', true, '{}', 0, ${now()}, ${now()}, ${now()})`;
    return id;
  };
  const insertStrategy = async (userId: string) => {
    const id = randomIds.next();
    await sql`
      INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
                              created_at, updated_at)
      VALUES (${id}, ${userId}, 'Mía', 'rsi', 'EURUSD', '1m', '{}', 'active', 0, ${now()}, ${now()}, ${now()})`;
    return id;
  };
  return {
    async person(): Promise<string> {
      const id = randomIds.next();
      await sql`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${id}, true, now(), now())`;
      await sql`INSERT INTO users (id, created_at, updated_at) VALUES (${id}, now(), now())`;
      await sql`
        INSERT INTO accounts (id, user_id, broker, kind, created_at) VALUES (${id}, ${id}, 'mock', 'mock', now())`;
      return id;
    },
    setup: insertSetup,
    strategy: insertStrategy,
    /** Stores a signal with its outcome and the decision against it. Returns its id. */
    async signal(kind: AutomationKind, ownerId: string, outcome: Outcome, atMs: number = clock.now()): Promise<string> {
      const [signals, owner, owners] =
        kind === 'pcr'
          ? (['pcr_signals', 'setup_id', 'pcr_setups'] as const)
          : (['strategy_signals', 'strategy_id', 'strategies'] as const);
      const [last] = await sql<{ seq: number; hash: string }[]>`
        SELECT seq, hash FROM ${sql(signals)} WHERE ${sql(owner)} = ${ownerId} ORDER BY seq DESC LIMIT 1`;
      const id = randomIds.next();
      const previous = last?.hash ?? GENESIS_HASH;
      const body = { [owner]: ownerId, direction: 'CALL', entry_time_ms: atMs, expiration_ms: atMs + MINUTE_MS };
      const at = new Date(atMs);
      await sql`
        INSERT INTO ${sql(signals)} (id, ${sql(owner)}, version, seq, candle_time, entry_time_ms, expiration_ms, body,
                                     previous_hash, hash, published_at)
        VALUES (${id}, ${ownerId}, 1, ${(last?.seq ?? 0) + 1}, ${Math.floor(atMs / 1_000)}, ${atMs},
                ${atMs + MINUTE_MS}, ${sql.json(body)}, ${previous}, ${chainHashOf(previous, body)}, ${at})`;
      await sql`
        INSERT INTO ${sql(kind === 'pcr' ? 'pcr_signal_outcomes' : 'strategy_signal_outcomes')}
          (signal_id, outcome, settle_price, decided_at) VALUES (${id}, ${outcome}, 1.1, ${at})`;
      await sql`
        INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, code, reason, step,
                                          decided_at)
        SELECT ${id}, ${kind}, id, user_id, 'refused', 'insufficient_balance', '{"values":{}}', 1, ${at}
        FROM ${sql(owners)} WHERE id = ${ownerId}`;
      return id;
    },
    /** Stores an order and its end. */
    async trade(userId: string, outcome: 'won' | 'lost'): Promise<void> {
      const id = randomIds.next();
      const entry = clock.now();
      const profit = outcome === 'won' ? 85 : -100;
      const settlement = { outcome, settleTick: null, payoutMinor: 100 + profit, profitMinor: profit };
      await sql`
        INSERT INTO trades (id, user_id, account_id, broker, account, currency, mode, origin, symbol, source, direction,
                            stake_minor, payout_bp, duration_min, entry_price, entry_time, expiry_time, status,
                            execution, profit_minor, settled_at, created_at, last_seq)
        VALUES (${id}, ${userId}, ${userId}, 'mock', 'mock', 'USD', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL',
                100, 8500, 1, 1.1, ${now()}, ${new Date(entry + MINUTE_MS)}, ${outcome}, 'confirmed', ${profit},
                ${now()}, ${now()}, 2)`;
      const day = now().toISOString().slice(0, 10);
      await sql`SELECT ensure_day_partitions(${day}, ${day})`;
      await sql`
        INSERT INTO trade_events (trade_id, seq, at, kind, payload)
        VALUES (${id}, 1, ${now()}, 'intent', '{"terms":{}}'),
               (${id}, 2, ${now()}, 'settle', ${sql.json({ settlement })})`;
    },
    /** Numbers and hashes the chain of a setup again, as a forger does. */
    async rehash(setupId: string, tamper: Tamper): Promise<void> {
      const rows = await sql<{ id: string; body: Record<string, string | number> }[]>`
        SELECT id, body FROM pcr_signals WHERE setup_id = ${setupId} ORDER BY seq`;
      let previous = GENESIS_HASH;
      for (const [place, { id, body }] of rows.entries()) {
        const hash = chainHashOf(previous, body);
        await tamper(`UPDATE pcr_signals SET seq = ${place + 1}, previous_hash = '${previous}', hash = '${hash}'
                      WHERE id = '${id}'`);
        previous = hash;
      }
    },
    /** Removes all leaves from an index on, with their facts and the heads above them. */
    async removeFrom(size: number, tamper: Tamper): Promise<void> {
      const lost = `(SELECT fact_id FROM log_leaves WHERE index >= ${size} AND fact_id IS NOT NULL)`;
      for (const [table, column] of [
        ['pcr_signals', 'id'],
        ['strategy_signals', 'id'],
        ['pcr_signal_outcomes', 'signal_id'],
        ['strategy_signal_outcomes', 'signal_id'],
        ['automation_decisions', 'signal_id'],
        ['trade_events', 'trade_id'],
        ['trades', 'id'],
      ])
        await tamper(`DELETE FROM ${table} WHERE ${column} IN ${lost}`);
      await tamper(`DELETE FROM log_leaves WHERE index >= ${size}; DELETE FROM log_heads WHERE size > ${size};
        DELETE FROM log_nodes WHERE (index + 1) * 2 ^ level > ${size};
        UPDATE log_people p SET leaves = (SELECT count(*) FROM log_leaves l WHERE l.tag = p.tag)`);
    },
  };
}
