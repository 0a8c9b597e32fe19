import { messageFaultText } from '@vigia/contract';
import type { MessageFault, TimingFault } from '@vigia/core/strategy-definitions';
import { DATA_FAULTS_ES } from '../../automations/index.ts';
import { gateRefusalSentence } from '../gate-sentences.ts';
import type { RefusalReason } from '../signal-refusals.ts';
import { REFUSALS_ES } from './refusals.es.ts';

/**
 * Why a message from outside gives no signal. `waited`: it became late inside Vigía, for example by a restart;
 * `recording`: the prices come from a recording, whose time is not that of the message; `unnamed`: the address serves
 * several assets, and the message names none; `rule`: a gate or the prices.
 */
export type MessageRefusal =
  | { readonly kind: 'unreadable'; readonly fault: MessageFault }
  | { readonly kind: 'symbol'; readonly word: string; readonly asset: string }
  | TimingFault
  | { readonly kind: 'waited'; readonly waitedMs: number }
  | {
      readonly kind:
        | 'off'
        | 'burst'
        | 'signature'
        | 'replayable'
        | 'repeated'
        | 'duplicate'
        | 'candle_taken'
        | 'recording'
        | 'unnamed'
        | 'unpriced';
    }
  | { readonly kind: 'rule'; readonly reason: RefusalReason };

/** A refusal as it is stored: its code, and its Spanish sentence for the user. */
export type StatedRefusal = { readonly reason: string; readonly sentence: string };

/** Returns the code and the sentence of a refusal. */
export function refusalWithSentence(refusal: MessageRefusal): StatedRefusal {
  if (refusal.kind !== 'rule') return { reason: refusal.kind, sentence: sentenceOf(refusal) };
  const { reason } = refusal;
  return reason.stage === 'data'
    ? { reason: reason.fault, sentence: DATA_FAULTS_ES[reason.fault] }
    : { reason: reason.gate, sentence: gateRefusalSentence(reason) };
}

const inSeconds = (ms: number): number => Math.ceil(Math.abs(ms) / 1_000);

function sentenceOf(refusal: Exclude<MessageRefusal, { kind: 'rule' }>): string {
  switch (refusal.kind) {
    case 'unreadable':
      return messageFaultText(refusal.fault);
    case 'symbol':
      return REFUSALS_ES.symbol(refusal.word, refusal.asset);
    case 'too_old':
      return REFUSALS_ES.too_old(inSeconds(refusal.ageMs));
    case 'from_future':
      return REFUSALS_ES.from_future(inSeconds(refusal.ageMs));
    case 'waited':
      return REFUSALS_ES.waited(inSeconds(refusal.waitedMs));
    default:
      return REFUSALS_ES[refusal.kind];
  }
}
