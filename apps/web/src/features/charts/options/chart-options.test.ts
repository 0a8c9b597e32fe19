import { expect, it } from 'vitest';
import { LAYERS, readOptions, visibleMarks } from './chart-options.ts';
import { INDICATOR_KINDS, KINDS_BY_INDICATOR } from './indicator-kinds.ts';
import { isUserAdded, newIndicator, readIndicators, shownIndicators } from './indicator-settings.ts';

const BARE = readOptions(null);
const withOn = (indicators: object) => readOptions(JSON.stringify({ indicators }));

it('readOptions returns options that show only signals and trades by default', () => {
  expect(shownIndicators(BARE.indicators)).toEqual([]);
  expect(BARE).toMatchObject({ hidden: [], kind: 'candles' });
});

it('readOptions returns candles for a chart type that it does not know', () => {
  expect(readOptions(JSON.stringify({ kind: 'renko' })).kind).toBe('candles');
});

it('readOptions returns stored options unchanged', () => {
  const options = withOn({ rsi: { isOn: true, numbers: { period: 7 } }, bollinger: { isOn: true } });
  const chosen = { ...options, hidden: ['zones', 'drawings'], kind: 'heikin_ashi' };
  expect(readOptions(JSON.stringify(chosen))).toEqual(chosen);
});

it('readOptions ignores open drawing tools that an earlier version stored', () => {
  expect(readOptions(JSON.stringify({ tools: true }))).toEqual(BARE);
});

it.each(['', '[]', 'null', '{"indicators":7,"hidden":"zones"}', '{"indicators":{"rsi":{"isOn":1}}}', '{'])(
  'readOptions returns the defaults if the stored text is «%s»',
  (text) => expect(readOptions(text)).toEqual(BARE),
);

it('shownIndicators returns the enabled indicators with their parameters, in the order of the list', () => {
  const { indicators } = withOn({
    macd: { isOn: true, numbers: { fast: 5, slow: 30, signal: 4 } },
    bollinger: { isOn: true, numbers: { period: 10, deviations: 2.5 } },
    ema_slow: { isOn: true },
  });
  expect(shownIndicators(indicators)).toEqual([
    { slot: 'ema_slow', tone: 2, choice: { kind: 'ema', period: 30 } },
    { slot: 'bollinger', tone: 0, choice: { kind: 'bollinger', period: 10, deviations: 2.5 } },
    { slot: 'macd', tone: 0, choice: { kind: 'macd', fast: 5, slow: 30, signal: 4 } },
  ]);
});

it('shownIndicators creates no indicator with invalid parameters', () => {
  const { indicators } = withOn({
    rsi: { isOn: true, numbers: { period: 0.5 } },
    macd: { isOn: true, numbers: { fast: 40, slow: 30, signal: 4 } },
  });
  expect(shownIndicators(indicators).map(({ choice }) => choice)).toEqual([
    { kind: 'rsi', period: 14 },
    { kind: 'macd', fast: 40, slow: 41, signal: 4 },
  ]);
});

it('newIndicator adds indicators until the chart has as many of a kind as it takes, and each survives a reload', () => {
  let settings = BARE.indicators;
  for (const kind of INDICATOR_KINDS) {
    for (let added = newIndicator(settings, kind); added; added = newIndicator(settings, kind))
      settings = [...settings, added];
    expect(settings.filter((each) => each.kind === kind)).toHaveLength(KINDS_BY_INDICATOR[kind].tones.length);
  }
  expect(readIndicators(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  expect(new Set(settings.map(({ id }) => id)).size).toBe(settings.length);
});

it('newIndicator takes the place of a removed indicator', () => {
  const first = newIndicator(BARE.indicators, 'rsi');
  expect(first).toMatchObject({ id: 'rsi-2', number: 2, isOn: true, numbers: { period: 7 } });
  expect(newIndicator(BARE.indicators, 'rsi')).toEqual(first);
});

it('shownIndicators gives each moving average a different tone', () => {
  const averages = (['ema', 'sma'] as const).flatMap((kind) =>
    KINDS_BY_INDICATOR[kind].tones.map((_, index) => ({
      id: `${kind}-${index + 1}`,
      kind,
      number: index + 1,
      isOn: true,
      numbers: {},
    })),
  );
  expect(new Set(shownIndicators(averages).map(({ tone }) => tone)).size).toBe(averages.length);
});

it.each([
  [{ id: 'rsi-9', isOn: true }],
  [{ id: 'rsi-3', isOn: true }],
  [{ id: 'constructor-2' }],
  [{ id: 'rsi-2' }, { id: 'rsi-2', isOn: true }, null, 7],
])('readIndicators keeps no stored indicator beyond the limits: %j', (...stored) => {
  expect(readIndicators(stored).filter(isUserAdded).length).toBeLessThanOrEqual(stored.length > 1 ? 1 : 0);
});

it('visibleMarks can hide each layer without the others', () => {
  const one = { zones: [], signals: [], trades: [], results: [] };
  for (const layer of LAYERS.filter((each) => each !== 'drawings')) {
    const marks = { ...one, [layer]: [{}] };
    expect(visibleMarks(marks, [])[layer]).toHaveLength(1);
    expect(visibleMarks(marks, [layer])[layer]).toHaveLength(0);
  }
});
