import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { useEffect } from 'react';
import { formatMoney, formatPrice } from '#shared/lib/format.ts';
import { useTick } from '#shared/lib/market-store.ts';
import { stream } from '#shared/lib/stream.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Price } from '#shared/ui/price.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { tradingMessages } from '../messages.es.ts';
import { activeTradesQuery } from '../queries.ts';
import { useDecimals } from '../use-assets.ts';
import { failureText, RowsSkeleton } from './list-states.tsx';
import { usePollingMs } from './live-trades.ts';
import { StandingText } from './standing-text.tsx';
import { Cell, type Column, Table } from './table.tsx';
import { TimeLeftBar } from './time-left.tsx';

const words = tradingMessages.trades;
const OVERDUE_MS = 3_000;

const COLUMNS: readonly Column[] = [
  { name: words.asset },
  { name: words.direction },
  { name: words.amount, align: 'right' },
  { name: words.entry, align: 'right' },
  { name: words.price, align: 'right' },
  { name: words.ifItEndedNow, align: 'right' },
  { name: words.timeLeft },
  { name: words.origin, wideOnly: true },
];

type TradeProps = { readonly trade: Option; readonly decimals: number };

/** The running trades, each counting down. */
export function ActiveTrades({ label }: { readonly label: string }) {
  const query = useQuery({ ...activeTradesQuery, refetchInterval: usePollingMs() });
  const mobile = useIsMobile();
  const decimalsOf = useDecimals();
  const openModal = useUi((ui) => ui.openModal);
  useOverdueCheck(query.data);
  if (query.isPending) return <RowsSkeleton label={label} />;
  if (!query.data) {
    return <ErrorState title={words.activeFailed} text={failureText(query.error)} onRetry={() => query.refetch()} />;
  }
  if (query.data.length === 0) {
    const action = (
      <Button variant="primary" onClick={() => openModal('tradeForm')}>
        {words.makeOne}
      </Button>
    );
    return <EmptyState text={words.none} action={action} />;
  }
  const Row = mobile ? ActiveCard : ActiveRow;
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

function ActiveRow({ trade, decimals }: TradeProps) {
  const price = useTick(trade.asset_symbol)?.price ?? null;
  return (
    <tr>
      <Cell>
        <b>{trade.asset_symbol}</b>
      </Cell>
      <Cell>
        <DirectionTag direction={trade.option_type} />
      </Cell>
      <Cell align="right">{formatMoney(trade.amount)}</Cell>
      <Cell align="right">{trade.entry_price === null ? '—' : formatPrice(trade.entry_price, decimals)}</Cell>
      <Cell align="right">
        <Price value={price} decimals={decimals} className="group-data-quiet/main:opacity-60" />
      </Cell>
      <Cell align="right">
        <StandingText trade={trade} price={price} />
      </Cell>
      <Cell>
        <TimeLeftBar trade={trade} />
      </Cell>
      <Cell wideOnly>{words.origins[trade.origin]}</Cell>
    </tr>
  );
}

function ActiveCard({ trade, decimals }: TradeProps) {
  const price = useTick(trade.asset_symbol)?.price ?? null;
  return (
    <li className="grid gap-2 border-b border-line p-3 last:border-0">
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <b>{trade.asset_symbol}</b>
          <DirectionTag direction={trade.option_type} />
          <span className="text-fg-2">{formatMoney(trade.amount)}</span>
        </span>
        <span className="text-13">
          <StandingText trade={trade} price={price} />
        </span>
      </div>
      <div className="flex items-center justify-between gap-2 text-12 text-fg-3">
        <span>
          {trade.entry_price === null ? '—' : formatPrice(trade.entry_price, decimals)} →{' '}
          <Price value={price} decimals={decimals} className="text-fg-1 group-data-quiet/main:opacity-60" />
        </span>
        <span>{words.origins[trade.origin]}</span>
      </div>
      <TimeLeftBar trade={trade} />
    </li>
  );
}

/** A trade whose result should have come is asked about: the stream may have lost it. */
function useOverdueCheck(trades: readonly Option[] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    const firstExpiryMs = Math.min(...(trades ?? []).map((trade) => Date.parse(trade.expiry_time)));
    if (!Number.isFinite(firstExpiryMs)) return;
    const waitMs = Math.max(OVERDUE_MS, firstExpiryMs - stream.serverNow() + OVERDUE_MS);
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: activeTradesQuery.queryKey }), waitMs);
    return () => clearTimeout(timer);
  }, [queries, trades]);
}
