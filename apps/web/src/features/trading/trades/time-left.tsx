import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatCountdown } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { tradingMessages } from '../messages.es.ts';

const words = tradingMessages.trades;
const LAST_MS = 30_000;
/** Four times a second, so that no second is seen to be skipped. */
const READ_EVERY_MS = 250;

type Timed = Pick<Option, 'entry_time' | 'expiry_time' | 'execution'>;

/** What is left of a trade at `nowMs`; `share` is of its whole length, 1 to 0. */
export type TimeLeft =
  | { readonly kind: 'running'; readonly leftMs: number; readonly share: number }
  | { readonly kind: 'settling' }
  | { readonly kind: 'unconfirmed' };

export function timeLeft({ entry_time, expiry_time, execution }: Timed, nowMs: number): TimeLeft {
  if (execution === 'unknown') return { kind: 'unconfirmed' };
  const expiryMs = Date.parse(expiry_time);
  const leftMs = expiryMs - nowMs;
  if (leftMs <= 0) return { kind: 'settling' };
  return { kind: 'running', leftMs, share: Math.min(1, leftMs / (expiryMs - Date.parse(entry_time))) };
}

/** Minutes and seconds to go beside a bar that shrinks; then the wait for the result. */
export function TimeLeftBar({ trade }: { readonly trade: Timed }) {
  const left = timeLeft(trade, useServerNow(READ_EVERY_MS));
  if (left.kind === 'unconfirmed') return <Badge tone="unknown">{words.unconfirmed}</Badge>;
  if (left.kind === 'settling') return <Badge tone="accent">{words.settling}</Badge>;
  const isLast = left.leftMs <= LAST_MS;
  return (
    <div className="grid min-w-36 grid-cols-[44px_1fr] items-center gap-2.5">
      <b className={cn('text-right text-13', isLast && 'text-warn')}>{formatCountdown(left.leftMs)}</b>
      <span className="h-1 overflow-hidden rounded-pill bg-line-strong" aria-hidden>
        <span
          className={cn('block h-full rounded-pill', isLast ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${(left.share * 100).toFixed(2)}%` }}
        />
      </span>
    </div>
  );
}
