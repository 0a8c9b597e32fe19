import { useQuery } from '@tanstack/react-query';
import type { Asset } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { cn } from '#shared/lib/cn.ts';
import { formatPercent } from '#shared/lib/format.ts';
import { useIsMarketOpen, useShownSource } from '#shared/lib/price-feed.ts';
import { problemOf, withProblem } from '#shared/lib/problem.ts';
import { useTick } from '#shared/lib/ticks.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Price } from '#shared/ui/price.tsx';
import { chartMessages } from './messages.es.ts';
import { publicConfigQuery, quoteQuery } from './queries.ts';

type LivePriceProps = { readonly symbol: string; readonly asset: Asset | undefined };

/** Shows the last price with its changed digits coloured, the change of the day, and the source of the prices. */
export function LivePrice({ symbol, asset }: LivePriceProps) {
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  const { data: quote, error } = useQuery({
    ...quoteQuery(symbol),
    enabled: useIsMarketOpen(),
    refetchInterval: refreshIntervalS * 1_000,
  });
  const shown = useShownSource();
  const source = shown ?? quote?.source ?? asset?.source;
  const beforeTicks = quote?.price ?? asset?.current_price ?? null;
  return (
    <>
      <PriceNow symbol={symbol} beforeTicks={beforeTicks} decimals={asset?.decimals ?? 5} />
      {error && !quote && (
        <span role="alert" className="min-w-0 truncate text-12 text-warn" title={problemOf(error)}>
          {withProblem(chartMessages.quoteFailed, error)}
        </span>
      )}
      {quote && quote.price !== null && (
        <DayChange symbol={symbol} beforeTicks={beforeTicks} dayAgo={quote.price - (quote.change ?? 0)} />
      )}
      {source && <SourceBadge source={source} />}
    </>
  );
}

/** Props for a current price. `beforeTicks` is the price that is shown until the first tick arrives. */
type NowProps = { readonly symbol: string; readonly beforeTicks: number | null };

/** Shows the current price. It is a separate component, so that a tick re-renders nothing else. */
const PriceNow = ({ symbol, beforeTicks, decimals }: NowProps & { readonly decimals: number }) => (
  <Price
    value={useTick(symbol)?.price ?? beforeTicks}
    decimals={decimals}
    className="text-20 font-semibold tracking-tight max-lg:text-16 max-md:text-20 group-data-quiet/main:opacity-60"
  />
);

/** Shows the change compared with the price of 24 hours ago. */
function DayChange({ symbol, beforeTicks, dayAgo }: NowProps & { readonly dayAgo: number }) {
  const price = useTick(symbol)?.price ?? beforeTicks;
  if (price === null || dayAgo === 0) return null;
  const change = price / dayAgo - 1;
  const sign = change > 0 ? '+' : '';
  const tone = change > 0 ? 'text-call' : change < 0 ? 'text-put' : 'text-fg-2';
  return (
    <span
      className={cn('text-13 whitespace-nowrap max-lg:hidden group-data-quiet/main:opacity-60', tone)}
    >{`${sign}${formatPercent(change, 2)}`}</span>
  );
}

/** Shows the source of the prices. If simulated prices replace the prices of a broker, it also names that broker. */
function SourceBadge({ source }: { readonly source: PriceSource }) {
  const { data: config } = useQuery(publicConfigQuery);
  const wanted = config?.feedFallback ?? null;
  const { sourceName, standsInFor } = chartMessages;
  if (source !== 'simulated' || wanted === null)
    return (
      <Badge tone={source === 'simulated' || source === 'replay' ? 'simulated' : 'plain'}>{sourceName(source)}</Badge>
    );
  return (
    <Badge tone="simulated" title={standsInFor.why(sourceName(wanted))}>
      {standsInFor.label(sourceName(wanted))}
    </Badge>
  );
}
