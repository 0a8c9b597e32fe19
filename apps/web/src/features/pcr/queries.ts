import { queryOptions } from '@tanstack/react-query';
import { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { z } from 'zod';
import { api } from '#shared/lib/api.ts';

const SIGNALS_PATH = '/api/pcr/signals';
const SEQUENCES_PATH = '/api/pcr/sequences/summary';

export const signalsQuery = queryOptions({
  queryKey: [SIGNALS_PATH],
  queryFn: async ({ signal }) => {
    const schema = z.object({ signals: z.array(PcrSignalView) });
    return (await api.get(SIGNALS_PATH, { schema, signal })).signals;
  },
});

/** The newest sequences of one asset with the zones they left. */
export const sequencesQuery = (asset: string) =>
  queryOptions({
    queryKey: [SEQUENCES_PATH, asset],
    queryFn: ({ signal }) => api.get(SEQUENCES_PATH, { schema: z.array(PcrSequenceView), query: { asset }, signal }),
  });
