import { assertNever } from '@vigia/core/kernel';
import type { Mail } from '#platform/mail/outbox.ts';
import {
  completeAccountMail,
  confirmAddressMail,
  confirmNewAddressMail,
  type ProofValues,
  reauthenticationMail,
  recoveryMail,
} from '../mails/proof-mails.ts';
import type { TokenKind } from '../one-time-tokens/one-time-token.ts';

/** The mail a one-time token of this kind travels in. A first address makes an account instead of changing one. */
export function linkMail(kind: TokenKind, isAnonymous: boolean, values: ProofValues): Mail {
  switch (kind) {
    case 'signup':
      return confirmAddressMail(values);
    case 'recovery':
      return recoveryMail(values);
    case 'email_change':
      return isAnonymous ? completeAccountMail(values) : confirmNewAddressMail(values);
    case 'reauthentication':
      return reauthenticationMail(values);
    default:
      return assertNever(kind);
  }
}
