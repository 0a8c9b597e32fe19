import { PcrSequenceView, PcrSetupView, PcrSignals } from '@vigia/contract';
import { z } from 'zod';
import { apiQuery } from '#shared/lib/api-query.ts';

const SIGNALS_PATH = '/api/pcr/signals';
const SEQUENCES_PATH = '/api/pcr/sequences/summary';
const SETUPS_PATH = '/api/pcr/setups';

const Signals = PcrSignals.pick({ signals: true }).transform(({ signals }) => signals);
export const signalsQuery = apiQuery(SIGNALS_PATH, Signals);

/** Query of the newest sequences with their price zones, of one asset or of all assets. */
export const sequencesQuery = (asset?: string) =>
  apiQuery(SEQUENCES_PATH, z.array(PcrSequenceView), { query: { asset }, key: [SEQUENCES_PATH, asset ?? null] });

export const setupsQuery = apiQuery(SETUPS_PATH, z.array(PcrSetupView));
