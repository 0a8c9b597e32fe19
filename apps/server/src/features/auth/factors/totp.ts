import type { EnrolledFactor } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** Length of a secret: 160 bits, as RFC 4226 §4 recommends and every authenticator app accepts. */
export const SECRET_BYTES = 20;
const PERIOD_S = 30;
/**
 * Number of time steps that a code may be early or late, because clocks differ and typing takes time (RFC 6238 §5.2).
 */
const WINDOW = 1;

const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;

/**
 * Returns the key for an authenticator app: the secret in base32, its otpauth URI, and that URI as a raw SVG QR code.
 */
export function toTotpKey(secret: Buffer, issuer: string, account: string): EnrolledFactor['totp'] {
  const key = secretOf(secret);
  const uri = new TOTP({ ...PARAMETERS, issuer, label: account, secret: key }).toString();
  return { secret: key.base32, uri, qr_code: renderSVG(uri, { ecc: 'M' }) };
}

/**
 * Returns the time step of a code. Returns null if the code is wrong or its step is not later than `lastStep`: a code
 * is accepted once, even while it is still valid (RFC 6238 §5.2).
 */
export function timeStepOfCode(secret: Buffer, code: string, nowMs: EpochMs, lastStep: number | null): number | null {
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: secretOf(secret),
    window: WINDOW,
    token: code.replaceAll(' ', ''),
    timestamp: nowMs,
  });
  if (delta === null) return null;
  const step = TOTP.counter({ period: PERIOD_S, timestamp: nowMs }) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}

const secretOf = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer });
