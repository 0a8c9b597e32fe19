import type { Option } from '@vigia/contract';
import { Fragment } from 'react';
import { useDecimals } from '#shared/lib/assets.ts';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { formatDate } from '#shared/lib/format.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { addDays, dayIn } from '#shared/lib/zone-days.ts';
import { Table } from '#shared/ui/table.tsx';
import { groupByDay, type HistoryDay } from './history-days.ts';
import { HISTORY_COLUMNS, HistoryCard, HistoryRow } from './history-rows.tsx';
import { historyMessages as words } from './messages.es.ts';

type DayListProps = {
  readonly label: string;
  readonly trades: readonly Option[];
  /** Whether older trades are not loaded yet, so that the total of the last day is unknown. */
  readonly hasMore: boolean;
};

/** How often the list reads the clock, in milliseconds, for the texts «Hoy» and «Ayer». */
const READ_EVERY_MS = 30_000;

/** Renders ended trades under a heading for each day, with the total of the day. */
export function DayList({ label, trades, hasMore }: DayListProps) {
  const mobile = useIsMobile();
  const decimalsOf = useDecimals();
  const zone = useDisplayZone((display) => display.zone);
  const today = dayIn(useServerNow(READ_EVERY_MS), zone);
  const days = groupByDay(trades, zone);
  const Row = mobile ? HistoryCard : HistoryRow;
  const rows = days.map((each, place) => {
    const text = `${nameOf(each.day, today)} · ${totalOf(each, hasMore && place === days.length - 1)}`;
    return (
      <Fragment key={each.day}>
        {mobile ? (
          <li className="bg-raised px-3 py-2 text-12 font-medium text-fg-2">{text}</li>
        ) : (
          <tr className="bg-raised">
            <th
              colSpan={HISTORY_COLUMNS.length}
              scope="rowgroup"
              className="px-4 py-2 text-left text-12 font-medium text-fg-2"
            >
              {text}
            </th>
          </tr>
        )}
        {each.trades.map((trade) => (
          <Row key={trade.id} trade={trade} decimals={decimalsOf(trade.asset_symbol)} />
        ))}
      </Fragment>
    );
  });
  if (mobile) return <ul aria-label={label}>{rows}</ul>;
  return (
    <Table label={label} columns={HISTORY_COLUMNS}>
      {rows}
    </Table>
  );
}

function nameOf(day: string, today: string): string {
  if (day === today) return words.periods.today;
  return day === addDays(today, -1) ? words.periods.yesterday : formatDate(day);
}

const totalOf = ({ trades, profits }: HistoryDay, isPartly: boolean): string =>
  isPartly ? words.dayTotalPartly : words.dayTotal(trades.length, profits);
