import type { BrokerFault } from '@vigia/broker-kit/port';
import { assertNever } from '@vigia/core/kernel';
import type { NoReply } from './client.ts';
import { refusalFault } from './errors.ts';

/** Why a question (not an order) has no answer. */
export function faultOf(noReply: NoReply): BrokerFault {
  switch (noReply.kind) {
    case 'unsent':
      return { kind: 'network', detail: 'not connected' };
    case 'unanswered':
      return { kind: 'network', detail: noReply.cause };
    case 'refused':
      return refusalFault(noReply.status, noReply.message);
    default:
      return assertNever(noReply);
  }
}
