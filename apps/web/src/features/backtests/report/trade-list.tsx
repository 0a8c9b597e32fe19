import type { BacktestReport, BacktestTrade } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { useDecimals } from '#shared/lib/assets.ts';
import { formatCount, formatMoment, formatPrice } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useDownload } from '#shared/lib/use-download.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { toast } from '#shared/ui/toast.ts';
import { backtestMessages } from '../messages.es.ts';
import { tradesCsvPath } from '../queries.ts';

const words = backtestMessages.trades;
const PAGE = 20;

const COLUMNS = [
  { name: words.columns.entry },
  { name: words.columns.direction },
  { name: words.columns.from, align: 'right' },
  { name: words.columns.to, align: 'right' },
  { name: words.columns.result },
  { name: words.columns.profit, align: 'right' },
] as const;

const TONES = { won: 'call', lost: 'put', tied: 'plain', void: 'plain' } as const;

type TradeListProps = { readonly jobId: string; readonly report: BacktestReport };

/** Lists the trades page by page. The CSV file contains all trades. */
export function TradeList({ jobId, report }: TradeListProps) {
  const [page, setPage] = useState(0);
  const mobile = useIsMobile();
  const decimals = useDecimals()(report.asset);
  const trades = report.trade_list;
  const shown = trades.slice(page * PAGE, (page + 1) * PAGE);
  const total = report.trades + report.voided;
  return (
    <>
      {mobile ? (
        <ul aria-label={backtestMessages.report.list}>
          {shown.map((trade) => (
            <TradeCard key={keyOf(trade)} trade={trade} decimals={decimals} currency={report.currency} />
          ))}
        </ul>
      ) : (
        <Table label={backtestMessages.report.list} columns={COLUMNS}>
          {shown.map((trade) => (
            <TradeRow key={keyOf(trade)} trade={trade} decimals={decimals} currency={report.currency} />
          ))}
        </Table>
      )}
      <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-3 py-2 text-12 text-fg-3">
        <div className="flex items-center gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label={words.previous}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeft size={16} aria-hidden />
          </Button>
          <span role="status">
            {words.page(
              formatCount(trades.length === 0 ? 0 : page * PAGE + 1),
              formatCount(page * PAGE + shown.length),
              formatCount(trades.length),
            )}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={words.next}
            disabled={(page + 1) * PAGE >= trades.length}
            onClick={() => setPage(page + 1)}
          >
            <ChevronRight size={16} aria-hidden />
          </Button>
        </div>
        <DownloadTrades jobId={jobId} />
        {trades.length < total && (
          <p className="w-full">{words.shown(formatCount(trades.length), formatCount(total))}</p>
        )}
      </footer>
    </>
  );
}

/**
 * Returns the React key of a trade. It contains the direction, because two trades of opposite directions may start at
 * the same time.
 */
const keyOf = ({ entry_time: entry, expiry_time: expiry, direction }: BacktestTrade): string =>
  `${entry} ${expiry} ${direction}`;

function DownloadTrades({ jobId }: { readonly jobId: string }) {
  const { load, isLoading } = useDownload({
    path: tradesCsvPath(jobId),
    fileName: () => words.file(jobId),
    onSaved: () => toast.success(words.downloaded),
    onFailed: (failure) => toast.error(words.downloadFailed, { description: problemOf(failure) }),
  });
  return (
    <Button variant="ghost" size="sm" loading={isLoading} onClick={load}>
      {!isLoading && <Download size={16} aria-hidden />}
      {words.download}
    </Button>
  );
}

type TradeProps = { readonly trade: BacktestTrade; readonly decimals: number; readonly currency: Currency };

const settleText = ({ trade, decimals }: Omit<TradeProps, 'currency'>): string =>
  trade.settle_price === null ? backtestMessages.report.none0 : formatPrice(trade.settle_price, decimals);

const TradeRow = ({ trade, decimals, currency }: TradeProps) => (
  <tr>
    <Cell>{formatMoment(trade.entry_time)}</Cell>
    <Cell>
      <DirectionTag direction={trade.direction} />
    </Cell>
    <Cell align="right">{formatPrice(trade.entry_price, decimals)}</Cell>
    <Cell align="right">{settleText({ trade, decimals })}</Cell>
    <Cell>
      <Badge tone={TONES[trade.result]}>{words.results[trade.result]}</Badge>
    </Cell>
    <Cell align="right">
      <Money currency={currency} amount={trade.profit} kind="result" className="font-semibold" />
    </Cell>
  </tr>
);

const TradeCard = ({ trade, decimals, currency }: TradeProps) => (
  <li className="grid gap-1 border-b border-line px-3 py-2 text-13 last:border-0">
    <div className="flex items-center justify-between gap-2">
      <span className="flex items-center gap-2">
        <DirectionTag direction={trade.direction} />
        <Badge tone={TONES[trade.result]}>{words.results[trade.result]}</Badge>
      </span>
      <Money currency={currency} amount={trade.profit} kind="result" className="font-semibold" />
    </div>
    <div className="flex justify-between gap-2 text-12 text-fg-3">
      <time dateTime={trade.entry_time}>{formatMoment(trade.entry_time)}</time>
      <span>{`${formatPrice(trade.entry_price, decimals)} → ${settleText({ trade, decimals })}`}</span>
    </div>
  </li>
);
