import { CHECK_STEPS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, BrokerIdOrMock, CurrencyCode, Money } from './common.ts';
import * as EXAMPLES from './examples/broker-check.ts';

/**
 * State of a broker check. `asking`: the check waits for the user to confirm its demo order. `none`: no check ran since
 * the server started.
 */
export const BROKER_CHECK_STATES = ['none', 'running', 'asking', 'done', 'cancelled'] as const;
/** State of a step: not started, running, or its verdict. */
export const BROKER_CHECK_STEP_STATES = ['waiting', 'running', 'as_expected', 'differs', 'not_offered'] as const;

/** One user's last check of a broker. It is kept in memory only. */
export const BrokerCheckView = z
  .object({
    broker: BrokerIdOrMock,
    state: z.enum(BROKER_CHECK_STATES),
    steps: z.array(
      z.object({
        step: z.enum(CHECK_STEPS),
        /** Name of the step in Spanish. */
        name: z.string(),
        state: z.enum(BROKER_CHECK_STEP_STATES),
        /**
         * Spanish text: the observed values, the deviations, or the reason why the step did not run. Empty before the
         * step.
         */
        text: z.string(),
      }),
    ),
    /** The demo order that waits for confirmation; null while there is none. */
    order: z
      .object({ symbol: AssetSymbol, amount: Money, currency: CurrencyCode, duration_s: z.number().int().positive() })
      .nullable(),
  })
  .meta({ examples: [EXAMPLES.BROKER_CHECK] });
export type BrokerCheckView = z.infer<typeof BrokerCheckView>;

/** Response of the routes of a check. */
export const BrokerCheckResponse = z
  .object({ success: z.literal(true), message: z.string(), ...BrokerCheckView.shape })
  .meta({ examples: [{ success: true, message: 'Comprobando IQ Option.', ...EXAMPLES.BROKER_CHECK }] });
export type BrokerCheckResponse = z.infer<typeof BrokerCheckResponse>;

/** Body of `POST /api/v1/multi-broker/check/{broker}/order`: whether the demo order may be sent. */
export const BrokerCheckOrderBody = z.strictObject({ send: z.boolean() }).meta({ examples: [{ send: true }] });
