import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { activeTradesQuery, historyQuery } from '../queries.ts';
import { RepeatWithPayout } from '../repeat/repeat-button.tsx';
import { lastManualTrade, lastResults } from './last-trades.ts';
import { stripMessages as words } from './messages.es.ts';
import { ResultMarks } from './result-marks.tsx';
import { CHIP_HEIGHT, RunningChips } from './running-chips.tsx';

const NONE: readonly Option[] = [];

/**
 * Shows the open trades, the last ten results of the account and a button that repeats the last trade. On a wide screen
 * its height never changes, so that the buttons below it do not move; on a phone the bar grows upwards.
 */
export function TradeStrip() {
  const mobile = useIsMobile();
  const { data: active = NONE } = useQuery(activeTradesQuery);
  const { data: history = NONE } = useQuery(historyQuery);
  const { data: account } = useChosenAccount();
  const results = lastResults(history, account);
  const last = lastManualTrade([...active, ...history], account);
  const isEmpty = active.length + results.length === 0 && last === null;
  if (isEmpty && mobile) return null;
  return (
    <section aria-label={words.label} className="@container/strip grid grid-cols-1 gap-2">
      {active.length > 0 && <RunningChips trades={active} />}
      {active.length === 0 && !mobile && (
        <p className={`${CHIP_HEIGHT} content-center text-12 text-fg-3`}>{isEmpty ? words.none : words.noneRunning}</p>
      )}
      <div className="flex min-w-0 items-center justify-between gap-2.5 md:min-h-(--h)">
        {!isEmpty && <ResultMarks results={results} />}
        {last && <RepeatWithPayout key={last.id} trade={last} />}
      </div>
    </section>
  );
}
