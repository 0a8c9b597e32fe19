import type { Option } from '@vigia/contract';
import type { TradeStatus } from '@vigia/core/vocabulary';
import { Ban, Check, CircleHelp, Equal, HandCoins, Hourglass, type LucideIcon, X } from 'lucide-react';
import { formatPrice } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Money } from '#shared/ui/money.tsx';
import { tradesMessages } from './messages.es.ts';

const words = tradesMessages;

const LOOK = {
  active: { tone: 'accent', icon: Hourglass },
  won: { tone: 'call', icon: Check },
  lost: { tone: 'put', icon: X },
  expired: { tone: 'plain', icon: Equal },
  cancelled: { tone: 'plain', icon: Ban },
} as const satisfies Record<TradeStatus, { tone: 'plain' | 'accent' | 'call' | 'put'; icon: LucideIcon }>;

const SOLD = { tone: 'plain', icon: HandCoins } as const;
const UNDECIDED = { tone: 'plain', icon: CircleHelp } as const;
const NOTHING = '—';

/**
 * Returns true if execution and result of a trade stay unknown, because the broker became unreachable before the trade
 * ended.
 */
export const isUndecided = ({ status, execution }: Pick<Option, 'status' | 'execution'>): boolean =>
  status === 'cancelled' && execution === 'unknown';

type Ended = Pick<Option, 'status' | 'execution' | 'settlement'>;

/** Returns true if a trade was sold before its expiry. Its profit is then neither that of a win nor a refund. */
export const isSold = ({ status, settlement }: Pick<Option, 'status' | 'settlement'>): boolean =>
  status === 'cancelled' && settlement?.reason === 'sold';

function lookOf(trade: Ended) {
  if (isUndecided(trade)) return { ...UNDECIDED, text: words.undecided };
  if (isSold(trade)) return { ...SOLD, text: words.sold };
  return { ...LOOK[trade.status], text: words.statuses[trade.status] };
}

/** Shows the result of a trade by word and icon. */
export function ResultBadge({ trade }: { readonly trade: Ended }) {
  const { tone, icon: Icon, text } = lookOf(trade);
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden />
      {text}
    </Badge>
  );
}

/** Shows the profit or loss of an ended trade. */
export function TradeProfit({ trade }: { readonly trade: Ended & Pick<Option, 'profit' | 'currency'> }) {
  if (isUndecided(trade)) return <span className="text-fg-2">{NOTHING}</span>;
  if (trade.status === 'cancelled' && !isSold(trade)) return <span className="text-fg-2">{words.refunded}</span>;
  return <Money currency={trade.currency} amount={trade.profit ?? 0} kind="result" className="font-semibold" />;
}

export const priceText = (price: number | null | undefined, decimals: number): string =>
  price === null || price === undefined ? NOTHING : formatPrice(price, decimals);
