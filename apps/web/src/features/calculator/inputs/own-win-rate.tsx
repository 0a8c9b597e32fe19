import { useQuery } from '@tanstack/react-query';
import { TradingPerformance } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { apiOf } from '#shared/lib/services.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { purseName } from '#shared/ui/purse-name.ts';
import { intervalText, rulerProps } from '#shared/ui/rate.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { calculatorMessages } from '../messages.es.ts';

const words = calculatorMessages.record;
const PATH = '/api/v1/trading/performance';

/**
 * Shows the win rate of the user's trades in one account kind and currency, with both, the number of trades and the
 * interval.
 */
export function OwnWinRate({ onUse }: { readonly onUse: (rate: number) => void }) {
  const { data, isError, refetch } = useQuery({
    queryKey: [PATH, {}],
    queryFn: ({ client, signal }) => apiOf(client).get(PATH, { schema: TradingPerformance, signal }),
  });
  if (isError) {
    return (
      <span role="alert">
        {words.failed} <TextButton onClick={() => void refetch()}>{words.retry}</TextButton>
      </span>
    );
  }
  if (!data) return words.loading;
  const purse = purseName(data.purse);
  const ruler = rulerProps(data.card);
  if (ruler === null) return words.none(purse);
  return (
    <>
      {words.own(purse, uiMessages.ruler.of(data.card.won, data.card.decided), intervalText(ruler))}{' '}
      <TextButton onClick={() => onUse(ruler.rate)}>{words.use(formatPercent(ruler.rate))}</TextButton>
    </>
  );
}
