import { Check } from 'lucide-react';
import { formatPrice } from '#shared/lib/format.ts';
import { landingMessages } from '../messages.es.ts';
import { measureScene } from '../model/market-scene.ts';

const { signals } = landingMessages.claims;

/** Shows the measured criteria of the candle sequence in the chart above. */
export function SignalProof() {
  const { facts } = measureScene();
  if (!facts) return null;
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
