import { betsUntilDecided, MOST_BETS } from '@vigia/core/statistics';
import { formatCount, formatPercent } from '#shared/lib/format.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { helpMessages as words } from './messages.es.ts';

const PAYOUT = 0.85;
const RATES = [0.58, 0.6, 0.65, 0.8];

function neededText(rate: number): string {
  const bets = betsUntilDecided(rate, PAYOUT);
  return bets === null ? words.needed.moreThan(formatCount(MOST_BETS)) : formatCount(bets);
}

/** Explains the verdict of the cards in the language of traders. */
export function VerdictsPage() {
  usePageTitle(words.title);
  return (
    <article className="mx-auto grid max-w-[68ch] gap-6 pt-1 pb-8 text-14 text-fg-2">
      <header className="grid gap-1">
        <h1>{words.title}</h1>
        <p>{words.intro}</p>
      </header>
      {words.sections.map(({ title, text }) => (
        <section key={title} className="grid gap-2">
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <section className="grid gap-2">
        <h2>{words.needed.title}</h2>
        <p>{words.needed.text}</p>
        <table className="w-full max-w-[320px] text-fg-1">
          <thead className="text-left text-12 text-fg-3">
            <tr>
              <th scope="col" className="py-1 font-medium">
                {words.needed.rate}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {words.needed.trades}
              </th>
            </tr>
          </thead>
          <tbody>
            {RATES.map((rate) => (
              <tr key={rate} className="border-t border-line">
                <td className="py-1.5">{formatPercent(rate, 0)}</td>
                <td className="py-1.5 text-right">{neededText(rate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>{words.outside}</p>
    </article>
  );
}
