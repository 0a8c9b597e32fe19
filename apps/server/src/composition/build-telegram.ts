import { randomBytes } from 'node:crypto';
import { NOTIFICATIONS_WRITTEN } from '#features/notifications/index.ts';
import { Telegram } from '#features/telegram/index.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { ChatOrders } from './chat-orders.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

/** The features that the bot at Telegram reads. */
type Read = Pick<Features, 'accounts' | 'automation' | 'brokers' | 'pcr' | 'securityLog' | 'strategies' | 'trading'>;

/**
 * Creates the bot at Telegram, with access to the features that its commands need.
 * @param deliveries returns the deliveries, which are created after the bot because they send through it
 */
export function buildTelegram(
  base: Foundation,
  features: Read,
  chatOrders: ChatOrders,
  deliveries: () => Features['deliveries'],
): Telegram {
  const { accounts, automation, brokers, pcr, strategies, trading } = features;
  const { db, clock, catalog, config } = base;
  return new Telegram({
    ...base,
    ...features,
    randomBytes,
    bot: config.telegram,
    siteUrl: config.siteUrl,
    log: base.log.child({ feature: 'telegram' }),
    sendTest: (userId, receiverId) => deliveries().sendTest({ userId, channel: 'telegram', receiverId }),
    onWritten: (userId) => base.bus.publish(NOTIFICATIONS_WRITTEN, { userId }),
    reconsider: (receiverId) => deliveries().reconsider(receiverId),
    ports: {
      timeZone: async (userId) => (await accounts.riskSettings(db.sql, userId, clock.now())).timeZone,
      automation: (userId) => automation.view(userId),
      activeTrades: (userId) => trading.history.active(userId),
      async resultsToday(userId) {
        const purses = await accounts.purses(db.sql, userId);
        return Promise.all(
          purses.map(({ kind, currency }) => trading.history.stats(userId, { account: kind, currency })),
        );
      },
      async connections(userId) {
        const connected = await brokers.connectedBrokers(userId);
        return catalog.filter(({ id }) => connected.includes(id)).map(({ traits }) => traits.displayName);
      },
      async signals(userId, most) {
        const [ofSetups, ofStrategies] = await Promise.all([pcr.signals(userId), strategies.allSignals(userId)]);
        const all = [
          ...ofSetups.map(({ setup_name: name, ...signal }) => ({ ...signal, name })),
          ...ofStrategies.map(({ strategy_name: name, ...signal }) => ({ ...signal, name })),
        ];
        return all
          .map(({ asset: symbol, direction, name, entry_time, status: outcome }) => {
            return { symbol, direction, name, entryMs: Date.parse(entry_time), outcome };
          })
          .toSorted((a, b) => b.entryMs - a.entryMs)
          .slice(0, most);
      },
      async stopAll(userId, receiverId) {
        const principal = { userId, sessionId: receiverId, isAnonymous: false, aal: 'aal1', scopes: null } as const;
        await automation.stopAll({ principal, ip: null, userAgent: 'Telegram' });
      },
      hasStopped: (userId, receiverId, fromMs, toMs) => hasStopped(db.sql, userId, receiverId, fromMs, toMs),
      orderTerms: (userId, order) => chatOrders.terms(userId, order),
      placeOrder: (userId, order, key) => chatOrders.place(userId, order, key),
    },
  });
}

/** Reads whether a chat stopped all automatic trading in a span of time. Both ends belong to it. */
async function hasStopped(sql: Sql, userId: string, receiverId: string, fromMs: number, toMs: number) {
  const [row] = await sql`
    SELECT 1 FROM security_log
    WHERE user_id = ${userId} AND kind = 'automation_stopped' AND session_id = ${receiverId}
      AND at BETWEEN ${new Date(fromMs)} AND ${new Date(toMs)} LIMIT 1`;
  return row !== undefined;
}
