import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPercent, formatSignedMoney } from '#shared/lib/format.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Badge } from '#shared/ui/badge.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { landingMessages } from '../messages.es.ts';

const words = landingMessages.claims;

/**
 * Example of a win rate that looks good but proves nothing: 84 wins of 160, with its 95 % Wilson interval, at a payout
 * of 0.85.
 */
export const EXAMPLE = { won: 84, decided: 160, rate: 0.525, low: 0.448, high: 0.601, breakEven: 0.5405 };

/**
 * The proof of the second claim. Its code loads with the chart, because its figures describe the candle sequence on the
 * chart.
 */
const SignalProof = lazyComponent(
  async () => (await import('./signal-proof.tsx')).SignalProof,
  <div className="mt-1 h-[94px]" />,
);

/** Renders the three claims of the product, each next to its proof. */
export const Claims = () => (
  <section className="grid grid-cols-3 border-t border-line max-md:grid-cols-1">
    <Claim title={words.rate.title} text={words.rate.text}>
      <RateProof />
    </Claim>
    <Claim title={words.signals.title} text={words.signals.text}>
      <SignalProof />
    </Claim>
    <Claim title={words.orders.title} text={words.orders.text}>
      <OrderProof />
    </Claim>
  </section>
);

const Claim = ({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) => (
  <div className="grid content-start gap-2 border-line py-6 pr-6 not-first:border-l not-first:pl-6 max-md:py-5 max-md:pr-0 max-md:not-first:border-t max-md:not-first:border-l-0 max-md:not-first:pl-0">
    <h2 className="text-16">{title}</h2>
    <p className="text-fg-2">{text}</p>
    {children}
  </div>
);

const RateProof = () => (
  <div className="mt-2">
    <div className="flex items-baseline gap-2.5">
      <b className="text-28 tracking-[-0.02em]">{formatPercent(EXAMPLE.rate)}</b>
      <span className="text-fg-2">{uiMessages.ruler.of(EXAMPLE.won, EXAMPLE.decided)}</span>
    </div>
    <VerdictText verdict="indistinguishable" />
    <div className="mt-2">
      <Ruler
        rate={EXAMPLE.rate}
        interval={{ low: EXAMPLE.low, high: EXAMPLE.high }}
        breakEven={EXAMPLE.breakEven}
        verdict="indistinguishable"
      />
    </div>
    <p className="mt-1 text-12 text-fg-3">{words.rate.example}</p>
  </div>
);

/** The states of an order whose response was lost, as the example shows them. */
const ORDER_LOG: readonly { readonly time: string; readonly what: ReactNode }[] = [
  { time: '14:30:01', what: words.orders.sent },
  {
    time: '14:30:09',
    what: (
      <Badge tone="unknown">
        <CircleQuestionMark size={13} aria-hidden />
        {words.orders.unknown}
      </Badge>
    ),
  },
  { time: '14:30:31', what: words.orders.found },
  { time: '14:35:01', what: <Badge tone="call">{words.orders.won(formatSignedMoney(8.5, PAPER_CURRENCY))}</Badge> },
];

const OrderProof = () => (
  <ul className="mt-1.5 grid gap-1.5 text-13">
    {ORDER_LOG.map(({ time, what }) => (
      <li key={time} className="grid min-h-6 grid-cols-[62px_1fr] items-center gap-2">
        <span className="text-fg-3">{time}</span>
        <div>{what}</div>
      </li>
    ))}
  </ul>
);
