import { ERROR_MESSAGES_ES, fillMessage, type RejectionView } from '@vigia/contract';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import type { DecisionRow } from '../signals/index.ts';
import type { DataFault, DataRefusal } from './data-refusals.ts';

const DATA_SENTENCES: Readonly<Record<DataFault, string>> = {
  backfilled: 'La vela se completó después, con precios recuperados: llegó tarde para operar.',
  stale: 'Los precios del activo no estaban al día al cerrar la vela.',
  frozen: 'El precio del activo llevaba tiempo sin moverse al cerrar la vela.',
  ahead: 'Los precios de la grabación iban por delante del reloj.',
  skewed: 'La hora de los precios no coincidía con la del reloj.',
  closed: 'El mercado del activo estaba cerrado.',
};

const NO_GATE = { value: null, limit: null, entry_point: null, filter_results: [] } as const;

const fromData = ({ id, atMs, direction, fault, ageMs }: DataRefusal): RejectionView => ({
  ...NO_GATE,
  id,
  at: new Date(atMs).toISOString(),
  automation: 'strategy',
  direction,
  stage: 'data',
  reason: fault,
  message: DATA_SENTENCES[fault],
  value: ageMs,
  filter_results: [],
});

function fromOrder({ signal_id, direction, decided_at, code, values }: DecisionRow): RejectionView[] {
  if (code === null) return [];
  const message = fillMessage(ERROR_MESSAGES_ES[code], values);
  const at = decided_at.toISOString();
  const order = {
    id: signal_id,
    at,
    automation: 'strategy',
    direction,
    stage: 'order',
    reason: code,
    message,
  } as const;
  return [{ ...NO_GATE, ...order, filter_results: [] }];
}

/** Merges refusals because of prices with refused orders, newest first. */
export const toRejections = (
  refusals: readonly DataRefusal[],
  decisions: readonly DecisionRow[],
): readonly RejectionView[] =>
  [...refusals.map(fromData), ...decisions.flatMap(fromOrder)]
    .toSorted((a, b) => (a.at > b.at ? -1 : 1))
    .slice(0, REJECTIONS_KEPT);
