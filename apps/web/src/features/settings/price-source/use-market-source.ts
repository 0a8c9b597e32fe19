import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MarketSourceView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { useEffect, useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { takeShownSource, useShownPrices } from '#shared/lib/shown-prices.ts';
import { stream } from '#shared/lib/stream.ts';
import { toast } from '#shared/ui/toast.ts';
import { priceSourceMessages as words } from './messages.es.ts';
import { chooseMarketSource, marketSourceQuery } from './queries.ts';

/** Whose prices are shown, followed as it changes here, in another tab or with a connection; and the way to choose. */
export function useMarketSource() {
  const queries = useQueryClient();
  const view = useQuery(marketSourceQuery);
  const shown = useShownPrices();
  const [wished, setWished] = useState<PriceSource | null>(null);
  useEffect(() => {
    const askAgain = () => void queries.invalidateQueries({ queryKey: marketSourceQuery.queryKey });
    const stops = [stream.on('feed', askAgain), stream.on('broker', askAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
  const choose = async (source: PriceSource) => {
    setWished(source);
    try {
      const chosen = await chooseMarketSource(source);
      queries.setQueryData(marketSourceQuery.queryKey, chosen);
      // Else the stream itself tells, between the last of the old prices and the first of the new ones.
      if (stream.status.state === 'reconnecting') takeShownSource(chosen.source);
      toast.success((chosen.follows_mode ? words.savedForLater : words.saved)(nameIn(chosen, source)));
    } catch (failure) {
      toast.error(words.failed, { description: problemOf(failure) });
      void queries.invalidateQueries({ queryKey: marketSourceQuery.queryKey });
    }
    setWished(null);
  };
  return { view, shown, wished, choose: (source: PriceSource) => void choose(source) };
}

/** The name by which a source is offered. */
export const nameIn = ({ options }: MarketSourceView, source: PriceSource): string =>
  options.find((option) => option.source === source)?.name ?? source;
