import { type InputError, ObjectReader } from '#kernel/index.ts';
import { FILTER_RANGES, MAX_FILTERS, PCR_DEFAULTS, TREND_SIDES } from '#vocabulary/index.ts';
import type { HoursFilter, SetupFilter, VolatilityFilter } from './setup.ts';

/** Names of the filters that the key `filters` may list; candleTypes has its own key. */
const LISTED_FILTERS = ['trend', 'rsi', 'hours', 'volatility', 'payout'] as const;

function parseHours(reader: ObjectReader): HoursFilter {
  const from = reader.timeOfDay('from');
  const to = reader.timeOfDay('to');
  if (from !== '' && from === to)
    reader.errors.push({ path: reader.at('to'), code: 'same_as_other', value: to, other: 'from' });
  return { filter: 'hours', from, to };
}

function parseVolatility(reader: ObjectReader): VolatilityFilter {
  const ranges = FILTER_RANGES.volatility;
  const minAtrPct = reader.numberOrNull('minAtrPct', ranges.minAtrPct, null);
  const maxAtrPct = reader.numberOrNull('maxAtrPct', ranges.maxAtrPct, null);
  if (minAtrPct !== null && maxAtrPct !== null && minAtrPct > maxAtrPct) {
    const path = reader.at('minAtrPct');
    reader.errors.push({ path, code: 'above_other', value: minAtrPct, other: 'maxAtrPct', limit: maxAtrPct });
  }
  return { filter: 'volatility', minAtrPct, maxAtrPct };
}

function parseFilter(reader: ObjectReader): SetupFilter | null {
  const name = reader.word(reader.at('filter'), reader.value('filter'), LISTED_FILTERS);
  switch (name) {
    case null:
      return null;
    case 'trend': {
      const numbers = reader.numbers(FILTER_RANGES.trend);
      return { filter: name, ...numbers, side: reader.oneOf('side', TREND_SIDES, PCR_DEFAULTS.trendSide) };
    }
    case 'rsi':
      return { filter: name, ...reader.numbers(FILTER_RANGES.rsi) };
    case 'hours':
      return parseHours(reader);
    case 'volatility':
      return parseVolatility(reader);
    case 'payout':
      return { filter: name, ...reader.numbers(FILTER_RANGES.payout) };
  }
}

function readFilter(input: unknown, path: string, errors: InputError[]): SetupFilter | null {
  const reader = new ObjectReader(input, path, errors);
  const filter = parseFilter(reader);
  // The allowed keys of a filter depend on its name, so they are checked only for a known name.
  if (filter) reader.rejectOthers();
  return filter;
}

/** Reads the key `filters` of a setup and keeps its order. */
export function parseFilters(setup: ObjectReader): readonly SetupFilter[] {
  const inputs = setup.list('filters') ?? [];
  if (inputs.length > MAX_FILTERS) setup.errors.push({ path: 'filters', code: 'too_many', max: MAX_FILTERS });
  return inputs.flatMap((input, index) => readFilter(input, `filters[${index}]`, setup.errors) ?? []);
}
