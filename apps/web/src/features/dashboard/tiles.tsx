import type { UseQueryResult } from '@tanstack/react-query';
import type { LiveCardView, TradingStats } from '@vigia/contract';
import { Fragment } from 'react';
import { formatCount, formatMoney, formatPercent, formatPercentWithoutSign } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Money } from '#shared/ui/money.tsx';
import { purseName } from '#shared/ui/purse-name.ts';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Sparkline } from '#shared/ui/sparkline.tsx';
import { dashboardMessages } from './messages.es.ts';
import { FigureTile, tileFailure, tileSkeleton } from './tile.tsx';

const words = dashboardMessages.tiles;
const RATE_CLASS = 'grid-cols-[auto_minmax(0,1fr)] gap-x-5 max-lg:gap-x-3 max-md:order-first max-md:basis-[330px]';
/**
 * Class of the profit tile. The amount is never cut off. The curve gets the remaining width, and loses its oldest part
 * first.
 */
const PROFIT_CLASS = 'grid-cols-[auto_minmax(0,1fr)]';

/**
 * Renders today's figures and the trader's win rate in four tiles. On a phone the tiles are a scrolling row that starts
 * with the win rate.
 */
export function DashboardTiles({ stats }: { readonly stats: UseQueryResult<TradingStats> }) {
  const mobile = useIsMobile();
  return (
    // Beside an open sidebar, a tablet has no space for four tiles in a row.
    <div className="@container">
      <section
        aria-label={dashboardMessages.summary}
        className="grid grid-cols-[1.18fr_1.5fr_1fr_0.82fr] gap-4 max-lg:grid-cols-[1.1fr_1.85fr_0.95fr_1fr] @max-[620px]:grid-cols-[1fr_1.4fr] max-lg:gap-3 max-md:-mx-3 max-md:flex max-md:snap-x max-md:scroll-px-3 max-md:gap-2 max-md:overflow-x-auto max-md:px-3 max-md:[scrollbar-width:none]"
        // A scrolling row must be reachable by keyboard.
        tabIndex={mobile ? 0 : undefined}
      >
        {stats.data && <p className="sr-only">{words.purse(purseName(stats.data.purse))}</p>}
        {stats.data ? <FullTiles stats={stats.data} /> : <BareTiles stats={stats} />}
        {stats.isError && !stats.data && (
          <p
            role="alert"
            className="col-span-full text-12 text-fg-2 max-md:order-first max-md:basis-[200px] max-md:shrink-0"
          >
            {words.whyFailed} {problemOf(stats.error)}
          </p>
        )}
      </section>
    </div>
  );
}

function BareTiles({ stats }: { readonly stats: UseQueryResult<TradingStats> }) {
  const body = stats.isError ? tileFailure(() => void stats.refetch()) : tileSkeleton;
  return (
    <>
      <FigureTile title={words.today} {...body} />
      <FigureTile title={words.rate} {...body} className={RATE_CLASS} />
      <FigureTile title={words.profit} {...body} className={PROFIT_CLASS} />
      <FigureTile title={words.active} {...body} />
    </>
  );
}

function FullTiles({ stats }: { readonly stats: TradingStats }) {
  const { purse, today, profit_today: profit } = stats;
  const settled = today.won + today.lost + today.tied;
  return (
    <>
      <FigureTile
        title={words.today}
        value={
          <>
            {formatCount(stats.total_trades_today)}{' '}
            <span className="text-13 font-normal tracking-normal text-fg-2">{purseName(purse)}</span>
          </>
        }
        note={<Parts of={words.breakdown(today)} />}
      />
      <RateTile card={stats.card} />
      <FigureTile
        title={words.profit}
        isKeptClear
        className={PROFIT_CLASS}
        value={<Money amount={profit} currency={purse.currency} kind="result" />}
        note={words.settledToday(settled)}
        aside={
          <div className="flex justify-end overflow-hidden max-lg:hidden">
            <Sparkline values={[0, ...stats.equity_today]} label={words.curve} width={104} height={44} />
          </div>
        }
      />
      <FigureTile
        title={words.active}
        isKeptClear
        value={
          <>
            {formatCount(stats.active_options)}{' '}
            {stats.max_concurrent_trades !== null && (
              <span className="font-normal text-fg-3">{words.of(stats.max_concurrent_trades)}</span>
            )}
          </>
        }
        note={<Parts of={[words.atStake(formatMoney(stats.at_stake, purse.currency))]} />}
      />
    </>
  );
}

/** Renders the parts of a note. A line may break between two parts, but not within a part. */
const Parts = ({ of: parts }: { readonly of: readonly string[] }) =>
  parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">{index < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ));

/**
 * Shows the win rate with its trade count, interval, break-even rate and verdict. Shows no rate if no trade is won or
 * lost.
 */
function RateTile({ card }: { readonly card: LiveCardView }) {
  const { rate, interval, break_even: breakEven, verdict } = card;
  if (rate === null || interval === null || breakEven === null || verdict === null) {
    return (
      <FigureTile
        title={words.rate}
        className={RATE_CLASS}
        value={<span className="text-16">{words.undecided}</span>}
        note={words.undecidedText}
      />
    );
  }
  const count = uiMessages.ruler.of(card.won, card.decided);
  return (
    <FigureTile
      title={words.rate}
      className={RATE_CLASS}
      value={
        <>
          {formatPercent(rate)} <span className="text-13 font-normal tracking-normal text-fg-2">{count}</span>
        </>
      }
      note={<VerdictText verdict={verdict} />}
      wideNote={verdict === 'short_sample'}
      aside={
        <>
          <Ruler rate={rate} interval={interval} breakEven={breakEven} verdict={verdict} />
          <p className="text-center text-12 whitespace-nowrap text-fg-3">
            {uiMessages.ruler.interval(formatPercentWithoutSign(interval.low), formatPercentWithoutSign(interval.high))}
          </p>
        </>
      }
    />
  );
}
