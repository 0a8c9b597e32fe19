import type { Automation, Option } from '@vigia/contract';
import { moneyText } from '@vigia/contract';
import { escapeHtml, joinLines } from './html.ts';
import type { BotResult, BotSignal } from './ports.ts';
import { BOT_WORDS as words } from './words.es.ts';

const MINUTE_MS = 60_000;
/** Trades that one message lists. */
const TRADES_MOST = 20;

export type Status = {
  readonly automation: Pick<Automation, 'stopped_at' | 'running'>;
  readonly openTrades: number;
  readonly connections: readonly string[];
  readonly mutedUntilMs: number | null;
};

const withTitle = (title: string, lines: readonly string[]): string =>
  joinLines([`<b>${title}</b>`, ...lines], words.more);

export function statusReply({ automation, openTrades, connections, mutedUntilMs }: Status, timeZone: string): string {
  const { stopped_at: stopped, running } = automation;
  const names = connections.map(escapeHtml).join(', ');
  return withTitle(words.status, [
    stopped === null ? words.running(running) : words.stoppedSince(formatDayAndTime(Date.parse(stopped), timeZone)),
    words.open(openTrades),
    names === '' ? words.notConnected : words.connected(names),
    ...(mutedUntilMs === null ? [] : [words.muted(formatDayAndTime(mutedUntilMs, timeZone))]),
  ]);
}

export function todayReply(results: readonly BotResult[]): string {
  return withTitle(
    words.today,
    results.map(({ purse, profit_today: profit, today: { won, lost, tied } }) => {
      const account = `${words.accounts[purse.kind]} ${purse.currency}`;
      if (won + lost + tied === 0) return words.noResult(account);
      const sign = profit > 0 ? '+' : profit < 0 ? '−' : '';
      return words.result(account, `${sign}${moneyText(Math.abs(profit), purse.currency)}`, won, lost, tied);
    }),
  );
}

export function activeReply(trades: readonly Option[], nowMs: number): string {
  if (trades.length === 0) return words.noActive;
  const shown = trades.slice(0, TRADES_MOST).map((trade) => {
    const { asset_symbol: symbol, option_type: direction, account } = trade;
    return words.trade(escapeHtml(symbol), direction, words.accounts[account], leftOf(trade, nowMs));
  });
  const hidden = trades.length - shown.length;
  return withTitle(words.active, hidden > 0 ? [...shown, words.more(hidden)] : shown);
}

/** Returns how long a trade still runs. The expiry of a trade with a duration in ticks is only an estimate. */
function leftOf({ duration_ticks: ticks, expiry_time: expiry }: Option, nowMs: number): string {
  if (ticks !== null) return words.ticksLeft;
  const leftMs = Date.parse(expiry) - nowMs;
  if (leftMs <= 0) return words.settling;
  const seconds = Math.ceil((leftMs % MINUTE_MS) / 1_000);
  const isFull = seconds === 60;
  const minutes = Math.floor(leftMs / MINUTE_MS) + (isFull ? 1 : 0);
  return words.left(minutes, String(isFull ? 0 : seconds).padStart(2, '0'));
}

export function signalsReply(signals: readonly BotSignal[], timeZone: string): string {
  if (signals.length === 0) return words.noSignals;
  return withTitle(
    words.signals,
    signals.map(({ entryMs, symbol, direction, name, outcome }) =>
      words.signal(
        formatDayAndTime(entryMs, timeZone),
        escapeHtml(symbol),
        direction,
        escapeHtml(name),
        words.outcomes[outcome],
      ),
    ),
  );
}

export const helpReply = (): string =>
  words.help(words.commands.map(({ command, description }) => `/${command} · ${description}`));

/** Formats the time of day: `14:30`. */
export const formatTime = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('es-419', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);

/** Formats a day of the year and a time of day: `20/11 14:30`. */
export const formatDayAndTime = (atMs: number, timeZone: string): string =>
  `${new Intl.DateTimeFormat('es-419', { timeZone, day: '2-digit', month: '2-digit' }).format(atMs)} ${formatTime(atMs, timeZone)}`;
