import type { Option } from '@vigia/contract';
import { formatLength, lengthIn } from '@vigia/core/trades';
import { RotateCcw } from 'lucide-react';
import { usePayout } from '#shared/lib/assets.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatPayout } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { useOrderState } from '../orders/order-store.ts';
import { useAgreedPayout } from '../orders/use-agreed-payout.ts';
import { repeatMessages as words } from './messages.es.ts';
import { useRepeat } from './use-repeat.ts';

type RepeatProps = { readonly trade: Option; readonly className?: string };

/** Whether an order is in flight, and whether it repeats this trade. */
function useSending(trade: Option) {
  const order = useOrderState();
  const isSending = order.kind === 'sending';
  return { disabled: isSending, loading: isSending && order.repeats === trade.id };
}

/**
 * Renders the button of a row that repeats its trade with one tap. The user accepts the payout of the trade; if the
 * current payout is lower, the server refuses the order and a dialog says so.
 */
export function RepeatButton({ trade, className }: RepeatProps) {
  const repeat = useRepeat(trade);
  return (
    <Button
      size="sm"
      variant="ghost"
      // The button is above the area of the row that opens the trade.
      className={cn('relative z-1', className)}
      aria-label={nameOf(trade)}
      {...useSending(trade)}
      onClick={() => repeat(trade.payout)}
    >
      <RotateCcw size={14} aria-hidden />
      {words.repeat}
    </Button>
  );
}

/** Renders a button that repeats a trade, with the order and its current payout. */
export function RepeatWithPayout({ trade, className }: RepeatProps) {
  const repeat = useRepeat(trade);
  const { ratio } = usePayout(trade.asset_symbol, lengthIn(trade));
  const agreed = useAgreedPayout(ratio);
  const hasFallen = ratio !== null && trade.payout !== null && ratio < trade.payout;
  const what = words.what(
    trade.asset_symbol,
    DIRECTION_MARK[trade.option_type],
    formatMoney(trade.amount, trade.currency),
  );
  return (
    <Button
      className={cn('min-w-0 gap-1.5 px-2.5', className)}
      aria-label={`${nameOf(trade)}${ratio === null ? '' : ` ${words.payout(formatPayout(ratio))}`}`}
      {...useSending(trade)}
      {...agreed.marks}
      onClick={() => repeat(agreed.take() ?? ratio ?? trade.payout)}
    >
      <RotateCcw size={15} className="shrink-0" aria-hidden />
      {/* Two lines: in a narrow order form, one line would cut the amount. */}
      <span className="grid min-w-0 text-left text-12 leading-4 font-normal text-fg-2">
        <span className="truncate">
          <span className="font-medium text-fg-1">{words.repeat}</span>{' '}
          {ratio === null ? words.asking : words.payout(formatPayout(ratio))}
          {hasFallen && trade.payout !== null && (
            <span className="text-warn">{` (${words.before(formatPayout(trade.payout))})`}</span>
          )}
        </span>
        <span className="truncate">{what}</span>
      </span>
    </Button>
  );
}

const nameOf = (trade: Option): string =>
  words.repeatWhat(
    trade.asset_symbol,
    trade.option_type,
    formatMoney(trade.amount, trade.currency),
    formatLength(lengthIn(trade)),
  );
