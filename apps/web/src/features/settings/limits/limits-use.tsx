import { useQuery } from '@tanstack/react-query';
import type { RiskLimitsView, RiskUse } from '@vigia/contract';
import { limitBookOf } from '@vigia/core/risk';
import type { Currency } from '@vigia/core/vocabulary';
import { Gauge, Timer } from 'lucide-react';
import { dayAndTime, formatAtTime } from '#shared/lib/day-words.ts';
import { useDisplayZone } from '#shared/lib/display-zone.ts';
import { formatCount, formatMoney, formatSignedMoney } from '#shared/lib/format.ts';
import { limitBookText } from '#shared/lib/limit-books.ts';
import { riskUseQuery } from '#shared/lib/risk-use.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { limitsMessages } from './messages.es.ts';

const words = limitsMessages.use;
const CLOCK_EVERY_MS = 15_000;

type ViewProps = { readonly view: RiskLimitsView };

/** Shows how much of the daily and weekly limits of the chosen account is used, and when they reset. */
export function LimitsUsage({ view }: ViewProps) {
  const { data: use, isError } = useQuery({ ...riskUseQuery, refetchInterval: CLOCK_EVERY_MS });
  if (use && limitBookText(limitBookOf(use.purse)) !== limitBookText(view.book)) return null;
  if (isError && !use) return <p className="px-4 pb-3 text-13 text-error">{words.failed}</p>;
  return (
    <div className="grid gap-2 px-4 pb-4">
      <Note icon={Gauge}>{use ? <Lines view={view} use={use} /> : <Skeleton className="h-9 w-72 max-w-full" />}</Note>
      {use && <Pause view={view} use={use} />}
    </div>
  );
}

type UseProps = ViewProps & { readonly use: RiskUse };

function Lines({ view: { limits, time_zone: zone }, use: { purse, day, week, at_stake: atStake } }: UseProps) {
  const { currency } = purse;
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  const shownZone = useDisplayZone((display) => display.zone);
  const trades =
    limits.daily_trade_limit === null
      ? words.trades(day.trades)
      : words.tradesOf(day.trades, formatCount(limits.daily_trade_limit));
  const today = [
    trades,
    lossOf(day.profit, limits.daily_loss_limit, currency),
    words.resets(formatAtTime(Date.parse(day.resets_at), zone)),
  ];
  const thisWeek = [
    lossOf(week.profit, limits.weekly_loss_limit, currency),
    words.resets(dayAndTime(week.resets_at, nowMs, zone)),
  ];
  return (
    <>
      <Line name={words.today} facts={today} />
      <Line name={words.week} facts={thisWeek} />
      {atStake > 0 && <span>{words.atStake(formatMoney(atStake, currency))}</span>}
      {zone !== shownZone && <span className="text-12 text-fg-3">{limitsMessages.zone(zoneName(zone))}</span>}
    </>
  );
}

const Line = ({ name, facts }: { readonly name: string; readonly facts: readonly string[] }) => (
  <span>
    <b className="font-medium text-fg-1">{name}:</b> {facts.join(' · ')}
  </span>
);

/**
 * Describes the loss in relation to its limit, or the net result if there is no limit. A profit counts as a loss of
 * zero.
 */
function lossOf(profit: number, limit: number | null, currency: Currency): string {
  if (limit === null) return words.result(formatSignedMoney(profit, currency));
  if (profit < 0) return words.lossOf(formatMoney(-profit, currency), formatMoney(limit, currency));
  return words.resultAndLoss(
    formatSignedMoney(profit, currency),
    formatMoney(0, currency),
    formatMoney(limit, currency),
  );
}

function Pause({ view, use: { cool_down_until: until, losing_streak: losses } }: UseProps) {
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  if (until === null || Date.parse(until) <= nowMs) return null;
  return (
    <Note icon={Timer} tone="warn">
      {words.coolDown(dayAndTime(until, nowMs, view.time_zone), losses)}
    </Note>
  );
}

/** Returns the city of a time zone: `Bogota` for `America/Bogota`. */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
