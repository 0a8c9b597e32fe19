import { ERROR_MESSAGES_ES, fillMessage, type RejectionView } from '@vigia/contract';
import { assertNever } from '@vigia/core/kernel';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import { DATA_FAULTS_ES } from '../automations/index.ts';
import type { DecisionRow } from '../signals/index.ts';
import type { RefusalReason, SignalRefusal } from './signal-refusals.ts';

const NO_GATE = { value: null, limit: null, entry_point: null, filter_results: [] } as const;

const percent = (fraction: number): number => Math.round(fraction * 1_000) / 10;
const DAYS: Readonly<Record<number, string>> = {
  1: 'lunes',
  2: 'martes',
  3: 'miércoles',
  4: 'jueves',
  5: 'viernes',
  6: 'sábado',
  7: 'domingo',
};

const passedWords = (candles: number): string =>
  candles === 0 ? 'No pasó ninguna vela' : candles === 1 ? 'Pasó 1 vela' : `Pasaron ${candles} velas`;

function gateSentence(refusal: Extract<RefusalReason, { stage: 'gate' }>): string {
  switch (refusal.gate) {
    case 'hours':
      return `La vela cerró a las ${refusal.value}, fuera del horario ${refusal.limit}.`;
    case 'days':
      return `Era ${DAYS[refusal.value]}, y ese día no da señales.`;
    case 'cooldown':
      return `${passedWords(refusal.value)} desde la señal anterior y pide ${refusal.limit}.`;
    case 'payout':
      return `El activo pagaba un ${percent(refusal.value)} % y pide un ${percent(refusal.limit)} %.`;
    default:
      return assertNever(refusal);
  }
}

const reasonOf = (reason: RefusalReason) =>
  reason.stage === 'data'
    ? { reason: reason.fault, message: DATA_FAULTS_ES[reason.fault], value: reason.ageMs }
    : { reason: reason.gate, message: gateSentence(reason), value: reason.value, limit: reason.limit };

const fromRefusal = ({ id, atMs, direction, reason }: SignalRefusal): RejectionView => ({
  ...NO_GATE,
  id,
  at: new Date(atMs).toISOString(),
  automation: 'strategy',
  direction,
  stage: reason.stage,
  ...reasonOf(reason),
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

/** Merges refused signals with refused orders, newest first. */
export const toRejections = (
  refusals: readonly SignalRefusal[],
  decisions: readonly DecisionRow[],
): readonly RejectionView[] =>
  [...refusals.map(fromRefusal), ...decisions.flatMap(fromOrder)]
    .toSorted((a, b) => (a.at > b.at ? -1 : 1))
    .slice(0, REJECTIONS_KEPT);
