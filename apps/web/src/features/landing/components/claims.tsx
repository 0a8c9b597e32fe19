import { Check, CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPercent, formatPrice, formatSignedMoney } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { landingMessages } from '../messages.es.ts';
import type { SequenceFacts } from '../model/market-scene.ts';

const words = landingMessages.claims;

/** 84 of 160: a figure that looks good and says nothing yet. Interval by Wilson's formula at 95 %, payout 0.85. */
const EXAMPLE = { won: 84, decided: 160, rate: 0.525, low: 0.448, high: 0.601, breakEven: 0.5405 };

/** Three claims, each beside its proof; `facts` are of the sequence in the chart above. */
export function Claims({ facts }: { readonly facts: SequenceFacts | null }) {
  return (
    <section className="grid grid-cols-3 border-t border-line max-md:grid-cols-1">
      <Claim title={words.rate.title} text={words.rate.text}>
        <RateProof />
      </Claim>
      <Claim title={words.signals.title} text={words.signals.text}>
        {facts && <SignalProof facts={facts} />}
      </Claim>
      <Claim title={words.orders.title} text={words.orders.text}>
        <OrderProof />
      </Claim>
    </section>
  );
}

function Claim({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="grid content-start gap-2 border-line py-6 pr-6 not-first:border-l not-first:pl-6 max-md:py-5 max-md:pr-0 max-md:not-first:border-t max-md:not-first:border-l-0 max-md:not-first:pl-0">
      <h2 className="text-16">{title}</h2>
      <p className="text-fg-2">{text}</p>
      {children}
    </div>
  );
}

function RateProof() {
  return (
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
    </div>
  );
}

function SignalProof({ facts }: { readonly facts: SequenceFacts }) {
  const { signals } = words;
  const rows = [
    [signals.length, signals.lengthValue(facts.length), signals.lengthLimit(...facts.lengthRange)],
    [signals.strong, String(facts.strong), signals.least(String(facts.strongMin))],
    [signals.range, signals.atr(formatPrice(facts.rangeAtr, 2)), signals.least(formatPrice(facts.rangeAtrMin, 2))],
  ] as const;
  return (
    <ul className="mt-1 grid gap-0.5 text-13">
      {rows.map(([name, value, limit]) => (
        <li key={name} className="grid h-[30px] grid-cols-[18px_1fr_auto_auto] items-center gap-2">
          <Check size={15} className="text-ok" aria-hidden />
          <span>{name}</span>
          <b className="min-w-12 text-right">{value}</b>
          <span className="min-w-[62px] text-right text-12 text-fg-3">{limit}</span>
        </li>
      ))}
    </ul>
  );
}

/** The life of an order whose answer was lost. */
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
  { time: '14:35:01', what: <Badge tone="call">{words.orders.won(formatSignedMoney(8.5))}</Badge> },
];

function OrderProof() {
  return (
    <ul className="mt-1.5 grid gap-1.5 text-13">
      {ORDER_LOG.map(({ time, what }) => (
        <li key={time} className="grid min-h-6 grid-cols-[62px_1fr] items-center gap-2">
          <span className="text-fg-3">{time}</span>
          <div>{what}</div>
        </li>
      ))}
    </ul>
  );
}
