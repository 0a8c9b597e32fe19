import type { PcrSetupView } from '@vigia/contract';
import type { ComponentProps } from 'react';
import type { RejectionList } from '../../signals/rejection-list.tsx';
import { pcrMessages } from '../messages.es.ts';
import { rejectionsQuery } from '../setup-calls.ts';
import { FilterChips } from '../signals/filter-chips.tsx';

const words = pcrMessages.whyNot;

/** Returns the list of the last rejected opportunities of a setup, each with its level and its measured filters. */
export const setupRejectionList = (
  { id }: Pick<PcrSetupView, 'id'>,
  decimals: number,
): ComponentProps<typeof RejectionList> => ({
  query: rejectionsQuery(id),
  decimals,
  none: words.none,
  renderDetail: ({ entry_point: entry, filter_results: results, direction }) => ({
    place: entry && words.atOf(pcrMessages.entryPoints[entry]),
    measures: results.length > 0 ? <FilterChips results={results} direction={direction} decimals={decimals} /> : null,
  }),
});
