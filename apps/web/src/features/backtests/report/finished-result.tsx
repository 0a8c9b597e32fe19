import type { BacktestJob } from '@vigia/contract';
import { Money } from '#shared/ui/money.tsx';
import { WinRateInList } from './win-rate-in-list.tsx';

/** Shows win rate and profit of a kept backtest. Renders nothing while it is running, and nothing for a grid. */
export const FinishedResult = ({ job: { headline, currency } }: { readonly job: BacktestJob }) =>
  headline && (
    <>
      <WinRateInList card={headline.card} />
      <Money currency={currency} amount={headline.profit} kind="result" className="font-semibold" />
    </>
  );
