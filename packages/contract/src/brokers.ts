import { ASSET_TYPES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { BROKER_ACCOUNT_TYPES, BrokerAccountView } from './broker-accounts.ts';
import { BROKER_CREDENTIAL_KINDS, BROKER_LOGIN_KINDS, SavedLoginView } from './broker-logins.ts';
import { AssetSymbol, BrokerIdOrMock, CurrencyCode, ErrorBody, Fraction, Instant, Money } from './common.ts';
import * as EXAMPLES from './examples/brokers.ts';

/** State of a connection (docs/spec/api.md §4). `connecting` includes automatic reconnects and the wait for a code. */
export const BROKER_CONNECTION_STATUSES = ['connected', 'connecting', 'disconnected', 'error'] as const;
export type BrokerConnectionStatus = (typeof BROKER_CONNECTION_STATUSES)[number];

/** Schema of a secret that is sent to the broker in a request header: limited in length, without control characters. */
const secret = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'Contiene caracteres que no se pueden enviar.');

/**
 * Body of `POST /api/v1/multi-broker/connect/{broker}`, `/test/{broker}` and `POST
 * /api/v1/trading/credentials/iqoption`: credentials in one of the broker's forms, or no body to use the stored
 * credentials. No response contains credentials.
 */
export const BrokerCredentialsBody = z
  .strictObject({
    email: secret(254).optional(),
    password: secret(256).optional(),
    api_token: secret(4_096).optional(),
    /** App id of Deriv; the default is the id of the public test app of its v3 API. */
    app_id: secret(64).optional(),
    session_token: secret(8_192).optional(),
    cookies: secret(8_192).optional(),
    user_agent: secret(512).optional(),
  })
  .meta({ examples: EXAMPLES.CONNECT_BODIES });
export type BrokerCredentialsBody = z.infer<typeof BrokerCredentialsBody>;

/** Schema of broker credentials for requests that may have no body. */
export const OptionalBrokerCredentials = BrokerCredentialsBody.nullish().meta({ examples: EXAMPLES.CONNECT_BODIES });

/** Body of `POST /api/v1/multi-broker/connect/deriv`. */
export const DerivCredentialsBody = z
  .strictObject({ api_token: secret(4_096).optional(), app_id: secret(64).optional() })
  .nullish()
  .meta({ examples: [EXAMPLES.CONNECT_BODIES[1]] });

/** Body of `POST /api/v1/multi-broker/code/{broker}`: the code that the broker sent by SMS, mail or app. */
export const BrokerCodeBody = z
  .strictObject({ code: z.string().regex(/^[A-Za-z0-9]{3,12}$/, 'El código son de 3 a 12 letras o números.') })
  .meta({ examples: [{ code: '123456' }] });

/** Body of `POST /api/v1/multi-broker/consent/{broker}/finish`: the parameters in the return address. */
export const BrokerConsentBody = z
  .strictObject({ code: secret(2_048), state: secret(128) })
  .meta({ examples: [EXAMPLES.CONSENT_FINISH] });
export type BrokerConsentBody = z.infer<typeof BrokerConsentBody>;

/**
 * Path parameters of the routes of one broker. Any text is valid, so that an unknown broker leads to its own error and
 * not to a validation error.
 */
export const BrokerParams = z.object({
  broker: z
    .string()
    .max(64)
    .meta({ examples: ['iqoption'] }),
});

/** One user's connection to one broker. The stream also publishes it. */
export const BrokerStatusView = z
  .object({
    broker: BrokerIdOrMock.nullable(),
    connection_status: z.enum(BROKER_CONNECTION_STATUSES),
    /** Whether new orders go to this broker (docs/spec/api.md §4). */
    is_active: z.boolean(),
    /** The account type that the user chose; null before the user chooses one. */
    current_account_type: z.enum(BROKER_ACCOUNT_TYPES).nullable(),
    /** The chosen account (all its fields are null while it is unknown), and every account of the login. */
    account_info: z.object({
      account_id: z.string().nullable(),
      current_balance: Money.nullable(),
      currency: CurrencyCode.nullable(),
      accounts: z.array(BrokerAccountView),
    }),
    connection_info: z.object({
      credential_kind: z.enum(BROKER_LOGIN_KINDS).nullable(),
      /** Masked form of the stored credentials, for recognition only: `a…@example.com`, `…wxyz`. */
      credential_hint: z.string().nullable(),
      /** The user's name for the stored login; null without a name. */
      credential_label: z.string().nullable(),
      /** Whether the broker sent a code that the user must now enter (`/code/{broker}`). */
      code_required: z.boolean(),
      /** Error code of `last_error_message`. */
      error_code: z.string().nullable(),
      /** Earliest time of the next retry; null if a retry is possible at any time. */
      retry_at: Instant.nullable(),
      connected_at: Instant.nullable(),
      /** Expiry of the credentials in use; null if they state none. Some pasted browser sessions state one. */
      expires_at: Instant.nullable(),
      /** Milliseconds by which the broker's clock is ahead of Vigía's clock; null until measured. */
      clock_offset_ms: z.number().nullable(),
      /** Round-trip time of a request to the broker, in milliseconds; null until measured. */
      round_trip_ms: z.number().nullable(),
      /** Messages since the sign-in that this version does not know (`unknown`) or cannot read, with their counts. */
      oddities: z.array(
        z.object({
          kind: z.enum(['unknown', 'unreadable']),
          message: z.string(),
          count: z.number().int().positive(),
          touches_orders: z.boolean(),
        }),
      ),
      /** Whether new orders are refused (`broker_changed`) until the user accepts the `oddities` or signs in again. */
      closed_for_orders: z.boolean(),
    }),
    last_error_message: z.string().nullable(),
    /** Other stored logins of the broker; `/logins/{broker}/use` signs in with one of them. */
    saved_logins: z.array(SavedLoginView),
    /** Whether credentials are stored, and the broker has not refused them since their last successful use. */
    has_valid_credentials: z.boolean(),
  })
  .meta({ examples: [EXAMPLES.BROKER_STATUS] });
export type BrokerStatusView = z.infer<typeof BrokerStatusView>;

const answered = { success: z.literal(true), message: z.string(), ...BrokerStatusView.shape };

/** Response of every multi-broker route that is about one broker. */
export const BrokerResponse = z.object(answered).meta({ examples: [EXAMPLES.BROKER_STATUS_RESPONSE] });
export type BrokerResponse = z.infer<typeof BrokerResponse>;

/** State of an unconnected broker, used as the top level of lists while no broker is active. */
export const NO_BROKER_STATUS: BrokerStatusView = {
  broker: null,
  connection_status: 'disconnected',
  is_active: false,
  current_account_type: null,
  account_info: { account_id: null, current_balance: null, currency: null, accounts: [] },
  connection_info: {
    credential_kind: null,
    credential_hint: null,
    credential_label: null,
    code_required: false,
    error_code: null,
    retry_at: null,
    connected_at: null,
    expires_at: null,
    clock_offset_ms: null,
    round_trip_ms: null,
    oddities: [],
    closed_for_orders: false,
  },
  last_error_message: null,
  saved_logins: [],
  has_valid_credentials: false,
};

/** Response of `GET /api/v1/multi-broker/status`: every broker. The top level is the state of the active broker. */
export const BrokersStatusResponse = z
  .object({ ...answered, active_broker: BrokerIdOrMock.nullable(), brokers: z.array(BrokerStatusView) })
  .meta({
    examples: [{ ...EXAMPLES.BROKER_STATUS_RESPONSE, active_broker: 'iqoption', brokers: [EXAMPLES.BROKER_STATUS] }],
  });
export type BrokersStatusResponse = z.infer<typeof BrokersStatusResponse>;

/** Properties of a broker that are known before a connection, and the user's connection to it. */
export const BrokerView = z
  .object({
    id: BrokerIdOrMock,
    name: z.string(),
    display_name: z.string(),
    /** The preferred kind of `credential_kinds`. */
    auth_type: z.enum(BROKER_CREDENTIAL_KINDS),
    credential_kinds: z.array(z.enum(BROKER_CREDENTIAL_KINDS)),
    /** Whether users can sign in on the broker's own page (`POST /api/v1/multi-broker/consent/{broker}`). */
    offers_consent: z.boolean(),
    /** Whether the broker documents its API for other programs. */
    is_official: z.boolean(),
    /** Whether the protocol is unconfirmed: no source confirms that the current site still uses it. */
    is_experimental: z.boolean(),
    /** Whether the broker forbids automated trading. Automation with real money is then disabled. */
    forbids_bots: z.boolean(),
    /** Whether `POST /api/v1/multi-broker/practice-balance/{broker}` works for the demo account of this broker. */
    resets_practice: z.boolean(),
    on_equal_prices: z.enum(['tie', 'lost']),
    /**
     * Information for users before a connection: the broker's site, facts beyond the other fields, and how to obtain
     * the credentials.
     */
    words: z.object({
      site: z.string(),
      known: z.string(),
      steps: z.object({ opener: z.string(), list: z.array(z.string()), warning: z.string().nullable() }).nullable(),
    }),
    status: BrokerStatusView,
  })
  .meta({ examples: [EXAMPLES.BROKER] });
export type BrokerView = z.infer<typeof BrokerView>;

/** Response of `GET /api/v1/multi-broker/brokers`. */
export const BrokersResponse = z
  .object({ ...answered, active_broker: BrokerIdOrMock.nullable(), brokers: z.array(BrokerView) })
  .meta({ examples: [{ ...EXAMPLES.BROKER_STATUS_RESPONSE, active_broker: 'iqoption', brokers: [EXAMPLES.BROKER] }] });
export type BrokersResponse = z.infer<typeof BrokersResponse>;

/** Response of `GET /api/v1/multi-broker/balance/{broker}`. */
export const BrokerBalanceResponse = z
  .object({ ...answered, balance: Money.nullable(), currency: CurrencyCode.nullable() })
  .meta({ examples: [{ ...EXAMPLES.BROKER_STATUS_RESPONSE, balance: 10_000, currency: 'USD' }] });
export type BrokerBalanceResponse = z.infer<typeof BrokerBalanceResponse>;

/** One asset in the broker's current offer. */
export const BrokerAssetView = z
  .object({
    symbol: AssetSymbol,
    name: z.string(),
    type: z.enum(ASSET_TYPES),
    decimals: z.number().int(),
    is_open: z.boolean(),
    /** Durations that can be bought now, in seconds; empty if the broker states them only on request. */
    durations_s: z.array(z.number()),
    /** Profit of a win as a fraction of the stake; null if the broker prices each option contract separately. */
    payout: Fraction.nullable(),
    min_trade_amount: Money.nullable(),
    max_trade_amount: Money.nullable(),
  })
  .meta({ examples: [EXAMPLES.BROKER_ASSET] });
export type BrokerAssetView = z.infer<typeof BrokerAssetView>;

/** Response of `GET /api/v1/multi-broker/assets/{broker}`. */
export const BrokerAssetsResponse = z
  .object({ ...answered, assets: z.array(BrokerAssetView) })
  .meta({ examples: [{ ...EXAMPLES.BROKER_STATUS_RESPONSE, assets: [EXAMPLES.BROKER_ASSET] }] });
export type BrokerAssetsResponse = z.infer<typeof BrokerAssetsResponse>;

/**
 * Body of a failed multi-broker call: the common error body, with `success` and `message` at the top level
 * (docs/spec/api.md §1). It includes the state of the connection if the broker is known.
 */
export const BrokerErrorBody = z.object({
  ...ErrorBody.shape,
  success: z.literal(false),
  message: z.string(),
  ...BrokerStatusView.partial().shape,
});
export type BrokerErrorBody = z.infer<typeof BrokerErrorBody>;
