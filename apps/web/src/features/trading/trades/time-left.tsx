import type { Option } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { formatLength, ticksLong } from '@vigia/core/trades';
import { CircleHelp, Hourglass, LoaderCircle } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { formatCountdown } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { tradesMessages } from './messages.es.ts';
import { waitingMessages } from './waiting-messages.es.ts';

const words = tradesMessages;
const LAST_MS = 30_000;
/** Interval of the clock readings in milliseconds. With four readings per second, the countdown skips no second. */
const READ_EVERY_MS = 250;

type Timed = Pick<Option, 'broker' | 'entry_time' | 'expiry_time' | 'execution' | 'duration_ticks' | 'ticks_passed'>;

/** State of an open trade at `nowMs`. `share` is the remaining fraction of its duration, from 1 to 0. */
export type TimeLeft =
  | { readonly kind: 'running'; readonly leftMs: number; readonly share: number }
  /** The trade is in ticks and open. `passed` is null until the broker reports the number of passed ticks. */
  | { readonly kind: 'ticking'; readonly passed: number | null; readonly total: number }
  /** The trade has expired, but the server has not reported its result yet. */
  | { readonly kind: 'settling' }
  /** The order is on its way to the broker. */
  | { readonly kind: 'sending' }
  /** The paper order is accepted and waits for its first price. */
  | { readonly kind: 'priceless'; readonly waitedMs: number }
  /** The broker has not confirmed the order. */
  | { readonly kind: 'unknown' };

export function timeLeft(trade: Timed, nowMs: number): TimeLeft {
  const { broker, entry_time, expiry_time, execution, duration_ticks: total, ticks_passed: passed } = trade;
  if (execution === 'unknown') return { kind: 'unknown' };
  const entryMs = Date.parse(entry_time);
  if (execution === 'pending')
    return broker === 'mock' ? { kind: 'priceless', waitedMs: Math.max(0, nowMs - entryMs) } : { kind: 'sending' };
  // The expiry of a trade with a duration in ticks is an estimate, so the ticks determine the state.
  if (total !== null) return passed === total ? { kind: 'settling' } : { kind: 'ticking', passed, total };
  const expiryMs = Date.parse(expiry_time);
  const leftMs = expiryMs - nowMs;
  if (leftMs <= 0) return { kind: 'settling' };
  const wholeMs = expiryMs - entryMs;
  // The clocks of browser and server may differ slightly, so the remaining time is limited to the whole duration.
  return { kind: 'running', leftMs: Math.min(leftMs, wholeMs), share: Math.min(1, leftMs / wholeMs) };
}

export const useTimeLeft = (trade: Timed): TimeLeft => timeLeft(trade, useServerNow(READ_EVERY_MS));

/** Shows the remaining minutes and seconds next to a shrinking bar, or the event for which the trade waits. */
export function TimeLeftBar({ trade }: { readonly trade: Timed }) {
  const left = useTimeLeft(trade);
  switch (left.kind) {
    case 'running':
      return <Countdown leftMs={left.leftMs} share={left.share} />;
    case 'ticking':
      return <Badge tone="accent">{ticksText(left)}</Badge>;
    case 'settling':
      return (
        <Badge tone="accent">
          <Hourglass size={13} aria-hidden />
          {words.settling}
        </Badge>
      );
    case 'sending':
    case 'priceless':
      return (
        <Badge tone="accent">
          <LoaderCircle size={13} className="animate-spin" aria-hidden />
          {left.kind === 'sending' ? words.sending : waitingMessages.firstPrice(Math.floor(left.waitedMs / 1_000))}
        </Badge>
      );
    case 'unknown':
      return (
        <Badge tone="unknown" title={words.unknownText}>
          <CircleHelp size={13} aria-hidden />
          {words.unknown}
          <span className="sr-only">{`: ${words.unknownText}`}</span>
        </Badge>
      );
    default:
      return assertNever(left);
  }
}

const ticksText = ({ passed, total }: Extract<TimeLeft, { kind: 'ticking' }>): string =>
  passed === null ? formatLength(ticksLong(total)) : words.tickOf(passed, total);

function Countdown({ leftMs, share }: { readonly leftMs: number; readonly share: number }) {
  const isLast = leftMs <= LAST_MS;
  return (
    <div className="grid min-w-36 grid-cols-[minmax(44px,auto)_1fr] items-center gap-2.5">
      <b className={cn('text-right text-13', isLast && 'text-warn')}>{formatCountdown(leftMs)}</b>
      <span className="h-1 overflow-hidden rounded-pill bg-line-strong" aria-hidden>
        <span
          className={cn('block h-full rounded-pill', isLast ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${(share * 100).toFixed(2)}%` }}
        />
      </span>
    </div>
  );
}
