/** Colour of a candle: green for a close above the open, red for a close below it, neutral for an equal close. */
export type CandleColor = 'green' | 'red' | 'neutral';

/** Colours of a run. A neutral candle never opens a run, so there is no neutral run. */
export const RUN_COLORS = ['green', 'red'] as const;
export type RunColor = (typeof RUN_COLORS)[number];

/** The five criteria of a sequence, in the order in which they are evaluated and shown. */
export const CRITERIA = ['length', 'strength', 'displacement', 'efficiency', 'break'] as const;
export type Criterion = (typeof CRITERIA)[number];

/**
 * Price levels of a zone at which a signal may be triggered; `ruptura` is the close of the breaking candle itself. The
 * first six are ordered from shallow to deep. If two levels are equal, the later one names the signal.
 */
export const ENTRY_POINTS = [
  'zona_ancha',
  'punto_optimo_fifty',
  'zona_ancha_fifty',
  'zona_fina',
  'punto_optimo',
  'zona_fina_fifty',
  'ruptura',
] as const;
export type EntryPoint = (typeof ENTRY_POINTS)[number];

export const CANDLE_TYPES = ['doji', 'envolvente', 'marubozu', 'martillo', 'estrella_fugaz', 'normal'] as const;
export type CandleType = (typeof CANDLE_TYPES)[number];

export const DOJI_POLICIES = ['break', 'skip'] as const;
export type DojiPolicy = (typeof DOJI_POLICIES)[number];

export const TRIGGERS = ['close', 'touch'] as const;
export type Trigger = (typeof TRIGGERS)[number];

export const ZONE_STATES = ['live', 'spent', 'invalidated', 'expired'] as const;
export type ZoneState = (typeof ZONE_STATES)[number];

export const ZONE_KINDS = ['supply', 'demand'] as const;
export type ZoneKind = (typeof ZONE_KINDS)[number];

/** Outcome of a signal; `pending` means that it has not expired yet. */
export const SIGNAL_OUTCOMES = ['pending', 'won', 'lost', 'tie', 'void'] as const;
export type SignalOutcome = (typeof SIGNAL_OUTCOMES)[number];

/** Gates: the checks that a candidate must pass, in this order, before it becomes a signal. */
export const SIGNAL_GATES = ['late', 'filters', 'conflict', 'one_a_candle'] as const;
export type SignalGate = (typeof SIGNAL_GATES)[number];

export const FILTER_NAMES = ['trend', 'rsi', 'hours', 'volatility', 'payout', 'candleTypes'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
