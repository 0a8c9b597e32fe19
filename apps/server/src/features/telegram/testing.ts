import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { CreateOption, Option } from '@vigia/contract';
import { ok } from '@vigia/core/kernel';
import type { ManualClock } from '@vigia/testkit';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import type { ChatOrder, ChatOrderResult } from './chat-order.ts';
import type { BotOrderTerms } from './order-terms.ts';
import type { BotPorts, BotResult, BotSignal } from './ports.ts';
import { Telegram } from './telegram.ts';
import { BOT_TOKEN, buttonUpdate, FakeBotApi, textUpdate } from './testing-bot-api.ts';

/** Access to other features that answers what the test set. */
class FakePorts implements BotPorts {
  zone = 'America/Bogota';
  stoppedAt: string | null = null;
  running = 2;
  trades: Option[] = [];
  results: BotResult[] = [];
  brokers: string[] = [];
  found: BotSignal[] = [];
  readonly stops: { readonly userId: string; readonly receiverId: string }[] = [];

  timeZone = async () => this.zone;
  automation = async () => ({ stopped_at: this.stoppedAt, running: this.running });
  activeTrades = async () => this.trades;
  resultsToday = async () => this.results;
  connections = async () => this.brokers;
  signals = async (_userId: string, most: number) => this.found.slice(0, most);
  async stopAll(userId: string, receiverId: string): Promise<void> {
    this.stops.push({ userId, receiverId });
  }
  /** Times at which a chat stopped everything. */
  readonly stoppedMs: number[] = [];
  hasStopped = async (_userId: string, _receiverId: string, fromMs: number, toMs: number) =>
    this.stoppedMs.some((atMs) => atMs >= fromMs && atMs <= toMs);
  terms: ChatOrderResult<BotOrderTerms> = ok({
    account: 'mock',
    broker: null,
    venue: null,
    currency: 'USD',
    payout: 0.855,
  });
  orderTerms = async (_userId: string, _order: CreateOption) => this.terms;
  readonly placed: { readonly userId: string; readonly order: ChatOrder; readonly key: string }[] = [];
  outcome: ChatOrderResult<Option> | 'unknown' = 'unknown';
  async placeOrder(userId: string, order: ChatOrder, key: string) {
    this.placed.push({ userId, order, key });
    return this.outcome;
  }
}

export type BotOptions = {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly siteUrl?: string | null;
  /** False for an installation without a bot. */
  readonly hasBot?: boolean;
  readonly reconsider?: (receiverId: string) => Promise<void>;
};

export type BotWorld = Awaited<ReturnType<typeof createBotWorld>>;

/** Returns the feature with the Bot API of this machine. It receives updates after `telegram.start()`. */
export async function createBotWorld({ db, clock, siteUrl = null, hasBot = true, reconsider }: BotOptions) {
  const api = await FakeBotApi.start();
  const ports = new FakePorts();
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (piece: Buffer) => lines.push(piece.toString()));
  const log = createLogger('trace', stream);
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const securityLog = createSecurityLog({ clock, keyedHash });
  const tests: string[] = [];
  const common = { db, clock, log, keyedHash, randomBytes, securityLog, ports, siteUrl };
  const another = () =>
    new Telegram({
      ...common,
      ids: randomIds,
      cluster: createSingleProcessCluster(log),
      bot: hasBot ? { token: BOT_TOKEN, apiUrl: api.url } : null,
      sendTest: async (_userId, receiverId) => void tests.push(receiverId),
      onWritten: () => undefined,
      reconsider: reconsider ?? (async () => undefined),
    });
  const telegram = another();

  /** Creates a code of a user. */
  async function codeOf(userId: string): Promise<string> {
    const made = await telegram.newCode(userId);
    if (!made.ok) throw new Error(made.error);
    return made.value.code;
  }
  /** Hands a text to the bot as if Telegram posted it, and returns the replies in this chat. */
  async function say(chatId: number, text: string): Promise<string[]> {
    const before = api.textsOf(chatId).length;
    await post(textUpdate(chatId, text));
    return api.textsOf(chatId).slice(before);
  }
  const post = async (update: Parameters<FakeBotApi['add']>[0]) =>
    telegram.receive(telegram.secret, { update_id: 1, ...update });

  return {
    api,
    ports,
    lines,
    tests,
    telegram,
    another,
    codeOf,
    say,
    post,
    press: (chatId: number, data: string) => post(buttonUpdate(chatId, data)),
    async link(userId: string, chatId: number): Promise<void> {
      await say(chatId, `/start ${await codeOf(userId)}`);
    },
    async events(userId: string): Promise<string[]> {
      const entries = await securityLog.read(db.sql, userId, { limit: 20 });
      return entries.map(({ kind, detail }) => `${kind} ${detail['name']} ${detail['why'] ?? ''}`.trim()).toReversed();
    },
    async stop(): Promise<void> {
      await telegram.stop();
      await api.stop();
    },
  };
}
