import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import type { TradeStatus } from '@vigia/core/vocabulary';
import { Ban, Check, Equal, History, type LucideIcon, X } from 'lucide-react';
import { formatDateTime, formatMoney, formatPrice } from '#shared/lib/format.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Money } from '#shared/ui/money.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { tradingMessages } from '../messages.es.ts';
import { historyQuery } from '../queries.ts';
import { useDecimals } from '../use-assets.ts';
import { failureText, RowsSkeleton } from './list-states.tsx';
import { usePollingMs } from './live-trades.ts';
import { Cell, type Column, Table } from './table.tsx';

const words = tradingMessages.trades;

const COLUMNS: readonly Column[] = [
  { name: words.asset },
  { name: words.direction },
  { name: words.amount, align: 'right' },
  { name: words.entry, align: 'right' },
  { name: words.settlePrice, align: 'right' },
  { name: words.result },
  { name: words.profit, align: 'right' },
  { name: words.time, align: 'right' },
  { name: words.origin, wideOnly: true },
];

const LOOK = {
  active: { tone: 'plain', icon: Equal },
  won: { tone: 'call', icon: Check },
  lost: { tone: 'put', icon: X },
  expired: { tone: 'plain', icon: Equal },
  cancelled: { tone: 'plain', icon: Ban },
} as const satisfies Record<TradeStatus, { tone: 'plain' | 'call' | 'put'; icon: LucideIcon }>;

type TradeProps = { readonly trade: Option; readonly decimals: number };

/** The last fifty trades that have ended, newest first. */
export function TradeHistory({ label }: { readonly label: string }) {
  const query = useQuery({ ...historyQuery, refetchInterval: usePollingMs() });
  const mobile = useIsMobile();
  const decimalsOf = useDecimals();
  const openModal = useUi((ui) => ui.openModal);
  if (query.isPending) return <RowsSkeleton label={label} />;
  if (!query.data) {
    return <ErrorState title={words.historyFailed} text={failureText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (query.data.length === 0) {
    const action = <Button onClick={() => openModal('tradeForm')}>{words.makeOne}</Button>;
    return <EmptyState icon={History} text={words.noHistory} action={action} />;
  }
  const Row = mobile ? HistoryCard : HistoryRow;
  const rows = query.data.map((trade) => (
    <Row key={trade.id} trade={trade} decimals={decimalsOf(trade.asset_symbol)} />
  ));
  if (mobile) return <ul>{rows}</ul>;
  return (
    <Table label={label} columns={COLUMNS}>
      {rows}
    </Table>
  );
}

const priceText = (price: number | null | undefined, decimals: number): string =>
  price === null || price === undefined ? '—' : formatPrice(price, decimals);

function ResultBadge({ status }: { readonly status: TradeStatus }) {
  const { tone, icon: Icon } = LOOK[status];
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden />
      {words.statuses[status]}
    </Badge>
  );
}

function Profit({ trade }: { readonly trade: Option }) {
  if (trade.status === 'cancelled') return <span className="text-fg-2">{words.refunded}</span>;
  return <Money amount={trade.profit ?? 0} kind="result" className="font-semibold" />;
}

function HistoryRow({ trade, decimals }: TradeProps) {
  return (
    <tr>
      <Cell>
        <b>{trade.asset_symbol}</b>
      </Cell>
      <Cell>
        <DirectionTag direction={trade.option_type} />
      </Cell>
      <Cell align="right">{formatMoney(trade.amount)}</Cell>
      <Cell align="right">{priceText(trade.entry_price, decimals)}</Cell>
      <Cell align="right">{priceText(trade.settlement?.price, decimals)}</Cell>
      <Cell>
        <ResultBadge status={trade.status} />
      </Cell>
      <Cell align="right">
        <Profit trade={trade} />
      </Cell>
      <Cell align="right">{formatDateTime(trade.expiry_time)}</Cell>
      <Cell wideOnly>{words.origins[trade.origin]}</Cell>
    </tr>
  );
}

function HistoryCard({ trade, decimals }: TradeProps) {
  return (
    <li className="grid gap-2 border-b border-line p-3 last:border-0">
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <b>{trade.asset_symbol}</b>
          <DirectionTag direction={trade.option_type} />
          <span className="text-fg-2">{formatMoney(trade.amount)}</span>
        </span>
        <span className="text-13">
          <Profit trade={trade} />
        </span>
      </div>
      <div className="flex items-center justify-between gap-2 text-12 text-fg-3">
        <span>
          {priceText(trade.entry_price, decimals)} → {priceText(trade.settlement?.price, decimals)}
        </span>
        <span>{formatDateTime(trade.expiry_time)}</span>
      </div>
      <div>
        <ResultBadge status={trade.status} />
      </div>
    </li>
  );
}
