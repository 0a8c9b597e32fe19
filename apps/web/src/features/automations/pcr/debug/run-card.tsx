import type { PcrDebug } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatMinute, formatPrice } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Card, CardHeader } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { pcrMessages } from '../messages.es.ts';
import { debugMessages } from './messages.es.ts';

const words = debugMessages.run;
const PRICES = ['open', 'high', 'low', 'close'] as const;
const TONES = { green: 'text-call', red: 'text-put', neutral: 'text-fg-2' } as const;

type RunCardProps = { readonly run: PcrDebug['run']; readonly decimals: number };

/** Shows the candles of the run that is still open. */
export const OpenRunCard = ({ run, decimals }: RunCardProps) => (
  <Card>
    <CardHeader title={words.title}>
      {run && (
        <Badge tone={run.color === 'green' ? 'call' : 'put'}>{pcrMessages.monitor.run(run.length, run.color)}</Badge>
      )}
    </CardHeader>
    {run && run.candles.length > 0 ? (
      <section aria-label={words.title} tabIndex={0} className="max-h-80 overflow-auto focus-visible:-outline-offset-2">
        <table className="w-full text-13">
          <thead className="text-12 text-fg-3">
            <tr>
              <Head>{words.columns.time}</Head>
              <Head>{words.columns.color}</Head>
              {PRICES.map((price) => (
                <Head key={price} right className={price === 'close' ? undefined : 'max-md:hidden'}>
                  {words.columns[price]}
                </Head>
              ))}
              <Head right>{words.columns.strong}</Head>
            </tr>
          </thead>
          <tbody>
            {run.candles.toReversed().map((candle) => (
              <tr key={candle.time} className="border-t border-line">
                <td className="px-4 py-1.5 whitespace-nowrap max-md:px-3">{formatMinute(candle.time * 1_000)}</td>
                <td className={cn('px-2 py-1.5 whitespace-nowrap', TONES[candle.color])}>
                  {words.colors[candle.color]}
                </td>
                {PRICES.map((price) => (
                  <td key={price} className={cn('px-2 py-1.5 text-right', price !== 'close' && 'max-md:hidden')}>
                    {formatPrice(candle[price], decimals)}
                  </td>
                ))}
                <td className="px-4 py-1.5 text-right max-md:px-3">{candle.strong ? words.strong : words.weak}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    ) : (
      <EmptyState text={run ? words.before : words.none} />
    )}
  </Card>
);

type HeadProps = { readonly children: string; readonly right?: boolean; readonly className?: string | undefined };

const Head = ({ children, right = false, className }: HeadProps) => (
  <th
    scope="col"
    className={cn(
      'px-2 py-2 font-medium first:pl-4 last:pr-4 max-md:first:pl-3',
      right ? 'text-right' : 'text-left',
      className,
    )}
  >
    {children}
  </th>
);
