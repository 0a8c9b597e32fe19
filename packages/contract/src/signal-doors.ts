import { EXTERNAL_AGE_SECONDS, readPattern } from '@vigia/core/strategy-definitions';
import { DIRECTIONS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, Instant, storedTextSchema } from './common.ts';
import { PATTERN_FAULTS_ES } from './external-words.es.ts';

/** Longest body of a signal from outside, in bytes. */
export const SIGNAL_MAX_BYTES = 16 * 1024;
/**
 * Header with the signature of a body: `sha256=` and the HMAC-SHA-256 of the body in hex, under the key of the address.
 */
export const SIGNATURE_HEADER = 'x-vigia-signature';
/** Largest number of messages of one strategy in a minute. */
export const SIGNALS_PER_MINUTE = 30;

const EXAMPLE_ID = '0198a3c4-7d52-7aa1-8f10-0b6f1c2d3e4f';

const Pattern = storedTextSchema('line')
  .min(1)
  .max(300)
  .check((given) => {
    const read = readPattern(given.value);
    if (read.ok) return;
    given.issues.push({ code: 'custom', input: given.value, message: PATTERN_FAULTS_ES[read.error.kind] });
  });

const SETTINGS = {
  /** Other names of the asset that the sender uses; its own symbol always counts. */
  names: z.array(storedTextSchema('line').min(1).max(40)).max(10).default([]),
  /** Oldest age of a message by its own time, in seconds. */
  max_age_seconds: z
    .number()
    .int()
    .min(EXTERNAL_AGE_SECONDS.min)
    .max(EXTERNAL_AGE_SECONDS.max)
    .default(EXTERNAL_AGE_SECONDS.default),
} as const;

/**
 * Body of `PUT /api/v1/strategies/{id}/door`: how the sender of an external strategy writes its messages, as JSON or as
 * text by a pattern with `{direction}`, `{symbol}`, `{id}`, `{time}` and `{*}`.
 */
export const SignalDoorBody = z
  .discriminatedUnion('format', [
    z.strictObject({ format: z.literal('json'), ...SETTINGS }),
    z.strictObject({ format: z.literal('pattern'), pattern: Pattern, ...SETTINGS }),
  ])
  .meta({ examples: [{ format: 'json', names: ['FX:EURUSD'], max_age_seconds: 10 }] });
export type SignalDoorBody = z.infer<typeof SignalDoorBody>;

/** A message that arrived, and what became of it. */
export const ExternalMessageView = z.object({
  id: z.uuid(),
  received_at: Instant,
  /** Null if the message could not be read. */
  direction: z.enum(DIRECTIONS).nullable(),
  /** `received`: it is stored and not yet decided; `signal`: it became a signal. */
  state: z.enum(['received', 'signal', 'refused']),
  /** Code of the refusal, such as `late` or `duplicate`; null without one. */
  reason: z.string().nullable(),
  /** The refusal as a Spanish sentence. */
  message: z.string().nullable(),
  /** Begin of the text that arrived. */
  text: z.string(),
});
export type ExternalMessageView = z.infer<typeof ExternalMessageView>;

/** How the messages of an external strategy arrive. The address itself is shown once, when it is created. */
export const SignalDoorView = z
  .object({
    format: z.enum(['json', 'pattern']),
    pattern: z.string().nullable(),
    names: z.array(z.string()),
    max_age_seconds: z.number().int(),
    /** Time at which the address was created; null if there is none. */
    address_since: Instant.nullable(),
    /** Whether messages to the address need a signature. */
    signed: z.boolean(),
    /** Further strategies that the address serves, each for another asset. */
    members: z.array(
      z.object({ strategy_id: z.uuid(), name: z.string(), asset: AssetSymbol, names: z.array(z.string()) }),
    ),
    /** The latest messages, newest first, at most 50. */
    messages: z.array(ExternalMessageView),
  })
  .meta({
    examples: [
      {
        format: 'json',
        pattern: null,
        names: ['FX:EURUSD'],
        max_age_seconds: 10,
        address_since: '2026-11-21T14:30:00.000Z',
        signed: false,
        members: [{ strategy_id: EXAMPLE_ID, name: 'Oro', asset: 'XAUUSD', names: ['GOLD'] }],
        messages: [],
      },
    ],
  });
export type SignalDoorView = z.infer<typeof SignalDoorView>;

/** Largest number of strategies that one address serves. */
export const SIGNAL_DOOR_MAX_STRATEGIES = 20;

/**
 * Body of `PUT /api/v1/strategies/{id}/door/members`: the further external strategies that the address serves, each for
 * another asset.
 */
export const DoorMembersBody = z
  .strictObject({ strategy_ids: z.array(z.uuid()).max(SIGNAL_DOOR_MAX_STRATEGIES - 1) })
  .meta({ examples: [{ strategy_ids: [EXAMPLE_ID] }] });
export type DoorMembersBody = z.infer<typeof DoorMembersBody>;

/** Body of `POST /api/v1/strategies/{id}/door/address`, which replaces an earlier address. */
export const SignalAddressBody = z.strictObject({ signed: z.boolean() }).meta({ examples: [{ signed: false }] });

/** A new address. The server does not show it again. */
export const SignalAddress = z
  .object({
    /** Path of the address below the origin of the server. */
    path: z.string(),
    /** Key of the signatures in hex; null if none are needed. */
    signing_key: z.string().nullable(),
  })
  .meta({ examples: [{ path: '/api/v1/hooks/dLx0…', signing_key: null }] });
export type SignalAddress = z.infer<typeof SignalAddress>;

export const SignalAddressParams = z.object({ secret: z.string().max(100) });

/** Body of `POST /api/v1/signals`: a signal of one of the user's external strategies, from their own program. */
export const OwnSignalBody = z
  .strictObject({
    strategy_id: z.uuid(),
    direction: z.enum(DIRECTIONS),
    symbol: storedTextSchema('line').min(1).max(100).optional(),
    /** Id of the signal. A second signal with the same id is refused. */
    id: storedTextSchema('line').min(1).max(100).optional(),
    /** Time of the signal. */
    time: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ examples: [{ strategy_id: EXAMPLE_ID, direction: 'CALL', id: 'A-7', time: '2026-11-21T14:30:00.000Z' }] });
export type OwnSignalBody = z.infer<typeof OwnSignalBody>;

/** A message that was stored. Its signal follows within a second, or a refusal that `GET …/door` states. */
export const SignalReceived = z
  .object({ id: z.uuid(), state: z.literal('received') })
  .meta({ examples: [{ id: EXAMPLE_ID, state: 'received' }] });
export type SignalReceived = z.infer<typeof SignalReceived>;
