import type { TradingStats } from '@vigia/contract';
import type { Currency } from '@vigia/core/vocabulary';
import type { ReactNode } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatPercent } from '#shared/lib/format.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { tradingMessages } from '../messages.es.ts';
import { AmountField } from './amount-field.tsx';
import type { StakeOutcome } from './ticket-maths.ts';
import {
  OrderNotice,
  OtherPricesNote,
  PayoutProblem,
  TicketHeader,
  UnreliablePriceText,
  WinRateVerdictLine,
} from './ticket-parts.tsx';
import { TradeButtons } from './trade-buttons.tsx';
import type { Ticket } from './use-ticket.ts';

type TicketFormProps = {
  readonly ticket: Ticket;
  readonly stats: TradingStats | undefined;
  /** Content directly above the buttons. */
  readonly children?: ReactNode;
};

/** Renders the whole order form. A card, a sheet or a dialog contains it. */
export const TicketForm = ({ ticket, stats, children }: TicketFormProps) => (
  <>
    <TicketHeader ticket={ticket} />
    <OtherPricesNote />
    <PaperFillNote />
    <AmountField entry={ticket.entry} limits={ticket.limits} currency={ticket.currency} />
    <DurationField asset={ticket.asset} isPriced={ticket.payout.ratio !== null} />
    <OrderOdds odds={ticket.odds} currency={ticket.currency} />
    <div className="relative grid content-start gap-2.5">
      <OrderSummary ticket={ticket} />
      <WinRateVerdictLine stats={stats} />
      {/* The notice covers the content, because a refused order must not move the buttons or the chart. */}
      <div className="absolute inset-x-0 bottom-0 z-(--z-sticky) grid min-h-full rounded-control shadow-overlay empty:hidden">
        <OrderNotice ticket={ticket} />
      </div>
    </div>
    {children}
    <TradeButtons ticket={ticket} />
    <RealMoneyLines />
  </>
);

/** The note about paper fills loads after the order form. Only paper orders on a broker's prices show it. */
const PaperFillNote = lazyComponent(async () => (await import('./paper-fill-note.tsx')).PaperFillNote);

/** The duration picker loads after the order form, into reserved space, so that the layout does not shift. */
const DurationField = lazyComponent(
  async () => (await import('./duration-field.tsx')).DurationField,
  <div className="h-24 max-md:h-30" aria-hidden />,
);

/**
 * The line about a trading ban loads after the order form. It is below the buttons, so that the buttons do not move.
 */
const BanLine = lazyComponent(async () => (await import('#shared/real-money/ban-note.tsx')).BanSummary);

const WaitLine = lazyComponent(async () => (await import('#shared/real-money/wait-note.tsx')).WaitLine);

/** Shows a legal ban in the declared country, and a waiting period for real money. Neither applies to a demo user. */
const RealMoneyLines = () =>
  useAuth().user?.is_anonymous === false ? (
    <>
      <BanLine />
      <WaitLine />
    </>
  ) : null;

/** Shows a summary of the order, or the reason why no order is possible. */
export function OrderSummary({ ticket }: { readonly ticket: Ticket }) {
  if (ticket.block?.kind === 'unreliable') return <UnreliablePriceText />;
  if (ticket.payout.failure !== null) return <PayoutProblem failure={ticket.payout.failure} />;
  return <OddsSentence odds={ticket.odds} currency={ticket.currency} amountFault={ticket.entry.kind === 'fault'} />;
}

const words = tradingMessages.ticket;
const NOTHING = '—';

/** Shows the payout, the amount at risk and the win rate that breaks even. */
export function OrderOdds({ odds, currency }: Pick<Ticket, 'odds' | 'currency'>) {
  const figures = [
    [words.receive, odds && formatMoney(odds.receive, currency)],
    [words.risk, odds && formatMoney(odds.stake, currency)],
    [words.breakEven, odds && formatPercent(odds.breakEven)],
  ] as const;
  return (
    <dl className="grid grid-cols-3 divide-x divide-line rounded-control border border-line bg-raised">
      {figures.map(([name, figure]) => (
        <div key={name} className="min-w-0 px-2.5 py-2">
          <dt className="truncate text-12 text-fg-3">{name}</dt>
          <dd className="truncate text-14 font-semibold">{figure ?? NOTHING}</dd>
        </div>
      ))}
    </dl>
  );
}

type OddsSentenceProps = {
  readonly odds: StakeOutcome | null;
  readonly currency: Currency;
  /**
   * Whether the amount has an error line. The summary is then shorter by the height of this line, so that the layout
   * does not shift.
   */
  readonly amountFault: boolean;
};

/** Shows the payout, the amount at risk and the break-even win rate in one sentence, with the profit of a win. */
const OddsSentence = ({ odds, currency, amountFault }: OddsSentenceProps) => (
  <p
    className={cn(
      'text-12 text-fg-2',
      amountFault ? 'min-h-2 max-lg:min-h-6 max-md:min-h-2' : 'min-h-8 max-lg:min-h-12 max-md:min-h-8',
    )}
  >
    {odds &&
      words.sentence(
        formatMoney(odds.profit, currency),
        formatMoney(odds.receive, currency),
        formatMoney(odds.stake, currency),
        formatPercent(odds.breakEven),
      )}
  </p>
);
