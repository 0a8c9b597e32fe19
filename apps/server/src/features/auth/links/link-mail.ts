import { assertNever } from '@vigia/core/kernel';
import type { Mail } from '#platform/mail/outbox.ts';
import {
  confirmAddressMail,
  confirmNewAddressMail,
  type ProofValues,
  reauthenticationMail,
  recoveryMail,
} from '../mails/proof-mails.ts';
import type { TokenKind } from '../one-time-tokens/one-time-token.ts';

/** The mail a one-time token of this kind travels in. */
export function linkMail(kind: TokenKind, values: ProofValues): Mail {
  switch (kind) {
    case 'signup':
      return confirmAddressMail(values);
    case 'recovery':
      return recoveryMail(values);
    case 'email_change':
      return confirmNewAddressMail(values);
    case 'reauthentication':
      return reauthenticationMail(values);
    default:
      return assertNever(kind);
  }
}
