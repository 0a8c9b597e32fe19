import { useQuery } from '@tanstack/react-query';
import type { PcrSequenceView, PcrSetupView, PcrSignalView } from '@vigia/contract';
import type { PriceSource } from '@vigia/core/vocabulary';
import { useMemo } from 'react';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { setupsQuery } from './queries.ts';

type Found = { readonly sequences: readonly PcrSequenceView[]; readonly signals: readonly PcrSignalView[] };

const NOTHING: Found = { sequences: [], signals: [] };

/**
 * Returns the sequences and signals that were found in the prices of the shown source. A signal names its price source.
 * A sequence has the price source of its setup.
 */
export function findingsOfSource(
  shown: PriceSource | null,
  setups: readonly Pick<PcrSetupView, 'id' | 'price_source'>[],
  { sequences, signals }: Found,
): Found {
  const here = new Set(setups.filter(({ price_source }) => price_source === shown).map(({ id }) => id));
  return {
    sequences: sequences.filter(({ setup_id }) => here.has(setup_id)),
    signals: signals.filter(({ source }) => source === shown),
  };
}

/** Returns the sequences and signals of the price source on the screen. Returns none while that source is unknown. */
export function useFindingsOfShownSource({ sequences, signals }: Found): Found {
  const shown = useShownSource();
  const { data: setups } = useQuery(setupsQuery);
  return useMemo(
    () => (setups ? findingsOfSource(shown, setups, { sequences, signals }) : NOTHING),
    [shown, setups, sequences, signals],
  );
}
