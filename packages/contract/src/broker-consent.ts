import { z } from 'zod';
import { Instant } from './common.ts';
import * as EXAMPLES from './examples/broker-consent.ts';

/**
 * Path of the web app, relative to its public origin, to which a broker's OAuth page redirects. It never changes,
 * because it is registered at the broker.
 */
export const consentReturnPath = (broker: string): string => `/connections/${broker}/return`;

/**
 * Data of `POST /api/v1/multi-broker/consent/{broker}`: the address of the broker's page, and the deadline for its
 * response.
 */
export const BrokerConsentStart = z
  .object({ url: z.url(), expires_at: Instant })
  .meta({ examples: [EXAMPLES.CONSENT_START] });
export type BrokerConsentStart = z.infer<typeof BrokerConsentStart>;
