import type { LiveCardView, StrategyView } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { findsSignalsOnCandles } from '@vigia/core/strategy-definitions';
import type { Currency } from '@vigia/core/vocabulary';
import { History, Webhook } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney, formatPayout, formatPercent, formatSignedMoney } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { EvidenceNote } from '#shared/ui/evidence-note.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Money } from '#shared/ui/money.tsx';
import { intervalText, rulerProps } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Sparkline } from '#shared/ui/sparkline.tsx';
import { strategiesMessages as words } from '../messages.es.ts';
import { tradeStakeOf } from '../model/describe.ts';
import { performanceSummaryOf } from '../model/performance-summary.ts';

type CardStandingProps = { readonly strategy: StrategyView; readonly onTest: () => void; readonly onDoor: () => void };

/**
 * Shows the performance of a strategy: a win rate with count, interval and break-even rate. If there is no trade and no
 * decided signal, shows a note instead.
 */
export function CardPerformance({ strategy, onTest, onDoor }: CardStandingProps) {
  const standing = performanceSummaryOf(strategy);
  const stake = formatMoney(tradeStakeOf(strategy), strategy.currency);
  switch (standing.kind) {
    case 'untried':
      return findsSignalsOnCandles(strategy.type) ? (
        <Untried isActive={strategy.status === 'active'} onTest={onTest} />
      ) : (
        <UntriedExternal onDoor={onDoor} />
      );
    case 'signalled':
      return (
        <>
          <Rate card={standing.card} payout={strategy.payout} of={words.ofSignals(standing.card.decided)} />
          {standing.supposed !== null && (
            <Result currency={strategy.currency} label={words.supposed(stake)} result={standing.supposed}>
              <span className="text-12 text-fg-3">{words.signalsToday(strategy.signals.today)}</span>
            </Result>
          )}
        </>
      );
    case 'traded': {
      const spoken = words.curve(strategy.name, formatSignedMoney(standing.profit, strategy.currency));
      return (
        <>
          <Rate card={standing.card} payout={strategy.payout} />
          <Result currency={strategy.currency} label={words.result(stake)} result={standing.profit}>
            <Sparkline values={standing.equity} label={spoken} width={128} height={38} />
          </Result>
        </>
      );
    }
    default:
      return assertNever(standing);
  }
}

const Untried = ({ isActive, onTest }: { readonly isActive: boolean; readonly onTest: () => void }) => (
  <div className="grid grow content-center justify-items-center gap-4 py-4 text-center text-13 text-fg-2">
    <History size={22} className="text-fg-3" aria-hidden />
    <p className="max-w-[36ch]">{isActive ? words.untriedActive : words.untried}</p>
    <Button size="sm" onClick={onTest}>
      {words.untriedAction}
    </Button>
  </div>
);

const UntriedExternal = ({ onDoor }: { readonly onDoor: () => void }) => (
  <div className="grid grow content-center justify-items-center gap-4 py-4 text-center text-13 text-fg-2">
    <Webhook size={22} className="text-fg-3" aria-hidden />
    <p className="max-w-[36ch]">{words.untriedExternal}</p>
    <Button size="sm" onClick={onDoor}>
      {words.doorAction}
    </Button>
  </div>
);

type RateProps = { readonly card: LiveCardView; readonly payout: number | null; readonly of?: string };

function Rate({ card, payout, of }: RateProps) {
  const ruler = rulerProps(card);
  if (ruler === null) {
    return (
      <div>
        <p className="text-28 font-semibold tracking-tight">{words.undecided}</p>
        <p className="text-12 text-fg-2">{words.undecidedText}</p>
      </div>
    );
  }
  return (
    <>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <b className="text-28 tracking-tight whitespace-nowrap">{formatPercent(ruler.rate)}</b>
          <span className="text-14 text-fg-2">
            {uiMessages.ruler.of(card.won, card.decided)}
            {of && ` ${of}`}
          </span>
        </p>
        <VerdictText verdict={ruler.verdict} />
      </div>
      <div>
        <Ruler {...ruler} />
        <p className="flex justify-between gap-3 text-12 text-fg-3">
          <span>{intervalText(ruler)}</span>
          {payout !== null && <span>{words.payout(formatPayout(payout))}</span>}
        </p>
        <EvidenceNote evidence={card.evidence} />
      </div>
    </>
  );
}

type ResultProps = {
  readonly label: string;
  readonly result: number;
  readonly currency: Currency;
  readonly children: ReactNode;
};

const Result = ({ label, result, currency, children }: ResultProps) => (
  <div className="mt-auto flex items-end justify-between gap-3">
    <div className="min-w-0">
      <p className="text-12 text-fg-2">{label}</p>
      <Money currency={currency} amount={result} kind="result" className="text-16 font-semibold" />
    </div>
    {children}
  </div>
);
