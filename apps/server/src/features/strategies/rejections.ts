import { ERROR_MESSAGES_ES, fillMessage, type RejectionView } from '@vigia/contract';
import { REJECTIONS_KEPT } from '@vigia/core/vocabulary';
import { DATA_FAULTS_ES } from '../automations/index.ts';
import type { DecisionRow } from '../signals/index.ts';
import type { MessageRow } from './external/message.repository.ts';
import { gateRefusalSentence } from './gate-sentences.ts';
import type { RefusalReason, SignalRefusal } from './signal-refusals.ts';

const NO_GATE = { value: null, limit: null, entry_point: null, filter_results: [] } as const;

const reasonOf = (reason: RefusalReason) =>
  reason.stage === 'data'
    ? { reason: reason.fault, message: DATA_FAULTS_ES[reason.fault], value: reason.ageMs }
    : { reason: reason.gate, message: gateRefusalSentence(reason), value: reason.value, limit: reason.limit };

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

/** A message that could not be read has no direction: it is not a refused opportunity, and the door lists it. */
function fromMessage({ id, received_at, direction, reason, sentence }: MessageRow): RejectionView[] {
  if (direction === null || reason === null || sentence === null) return [];
  const at = received_at.toISOString();
  const refused = { id, at, automation: 'strategy', direction, stage: 'door', reason, message: sentence } as const;
  return [{ ...NO_GATE, ...refused, filter_results: [] }];
}

/** Merges refused signals and messages with refused orders, newest first. */
export const toRejections = (
  refusals: readonly SignalRefusal[],
  decisions: readonly DecisionRow[],
  messages: readonly MessageRow[],
): readonly RejectionView[] =>
  [...refusals.map(fromRefusal), ...decisions.flatMap(fromOrder), ...messages.flatMap(fromMessage)]
    .toSorted((a, b) => (a.at > b.at ? -1 : 1))
    .slice(0, REJECTIONS_KEPT);
