import { useQuery } from '@tanstack/react-query';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { useDecimals } from '#shared/lib/assets.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { type Column, Table } from '#shared/ui/table.tsx';
import { useUnknownOrders } from '../orders/order-store.ts';
import { activeTradesQuery } from '../queries.ts';
import { ActiveCard, ActiveRow } from './active-row.tsx';
import { RowsSkeleton } from './list-states.tsx';
import { tradesMessages } from './messages.es.ts';
import { OverdueNote } from './overdue-note.tsx';
import { ResultCard, ResultRow, useJustEndedTrades } from './result-line.tsx';
import { UnknownOrderCard, UnknownOrderRow } from './unknown-order.tsx';

const words = tradesMessages;

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

const ROWS = { Active: ActiveRow, Result: ResultRow, Unknown: UnknownOrderRow } as const;
const CARDS = { Active: ActiveCard, Result: ResultCard, Unknown: UnknownOrderCard } as const;

/** Lists the orders with an unknown execution status, the open trades with countdowns, and the latest results. */
export function ActiveTrades({ label }: { readonly label: string }) {
  const query = useQuery(activeTradesQuery);
  const unknown = useUnknownOrders();
  const ended = useJustEndedTrades();
  const mobile = useIsMobile();
  const decimalsOf = useDecimals();
  // Orders with an unknown execution status are visible even if the trade list fails to load.
  if (unknown.length === 0) {
    if (query.isPending) return <RowsSkeleton label={label} />;
    if (!query.data) {
      return <ErrorState title={words.activeFailed} text={problemOf(query.error)} onRetry={() => query.refetch()} />;
    }
    if (query.data.length + ended.length === 0) return <NoneActive />;
  }
  const { Active, Result, Unknown } = mobile ? CARDS : ROWS;
  const rows = [
    ...unknown.map((sent) => <Unknown key={sent.key} sent={sent} />),
    ...(query.data ?? []).map((trade) => (
      <Active key={trade.id} trade={trade} decimals={decimalsOf(trade.asset_symbol)} />
    )),
    ...ended.map((trade) => <Result key={trade.id} trade={trade} decimals={decimalsOf(trade.asset_symbol)} />),
  ];
  const list = mobile ? (
    <ul aria-label={label}>{rows}</ul>
  ) : (
    <Table label={label} columns={COLUMNS}>
      {rows}
    </Table>
  );
  return (
    <div data-keep-clear>
      {list}
      <OverdueNote trades={query.data ?? []} />
    </div>
  );
}

function NoneActive() {
  const openModal = useUi((ui) => ui.openModal);
  const { data: account = PAPER_ACCOUNT } = useChosenAccount();
  const action = (
    <Button variant="primary" onClick={() => openModal('tradeForm')}>
      {words.makeOne(accountText(account), account.kind === 'real')}
    </Button>
  );
  return <EmptyState text={words.none} action={action} />;
}
