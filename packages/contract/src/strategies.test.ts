import { CANDLE_BASED_TYPES, definitionOf, PRESET_TYPES, STRATEGY_TYPES } from '@vigia/core/strategy-definitions';
import { describe, expect, it } from 'vitest';
import { LENGTH_FAULT_ES } from './errors/messages.es.ts';
import { RULE_FAULTS_ES } from './rule-words/faults.es.ts';
import { CandleBasedRulesBody, readStrategyRules, StrategyBody } from './strategies.ts';
import { STRATEGY_WORDS } from './strategy-words/index.ts';

const defaultsOf = (type: (typeof STRATEGY_TYPES)[number]) => {
  const { numbers, choices } = definitionOf(type);
  return Object.fromEntries([
    ...Object.entries(numbers).map(([name, range]) => [name, range.default]),
    ...Object.entries(choices).map(([name, words]) => [name, words[0]]),
  ]);
};

describe('the API schema of a strategy', () => {
  it.each(PRESET_TYPES)('accepts the type %s, with a default for every parameter', (type) => {
    const parameters = defaultsOf(type);
    expect(StrategyBody.parse({ name: 'A', type })).toMatchObject({ type, parameters });
    expect(CandleBasedRulesBody.parse({ type, parameters })).toEqual({ type, parameters });
  });

  it.each(CANDLE_BASED_TYPES)(
    'refuses a number outside its range and an unknown parameter, for the type %s',
    (type) => {
      for (const [name, { max }] of Object.entries(definitionOf(type).numbers))
        expect(CandleBasedRulesBody.safeParse({ type, parameters: { [name]: max + 1 } }).success).toBe(false);
      expect(CandleBasedRulesBody.safeParse({ type, parameters: { unknown: 1 } }).success).toBe(false);
    },
  );

  it('requires a rule for at least one direction in own rules, and adds the defaults', () => {
    const call = { conditions: [{ test: 'crosses_above', left: { of: 'rsi' }, right: { of: 'number', value: 30 } }] };
    expect(readStrategyRules({ type: 'custom', parameters: {} })).toEqual({
      ok: false,
      error: [{ path: 'call', message: RULE_FAULTS_ES.noRules }],
    });
    expect(readStrategyRules({ type: 'custom', parameters: { call } })).toMatchObject({
      ok: true,
      value: {
        parameters: { call: { join: 'all', conditions: [{ left: { period: 14, ago: 0 }, candles: 1 }] }, put: null },
      },
    });
  });

  it.each([
    [{ rsi_period: 1 }, 'rsi_period', 'Debe estar entre 2 y 500.'],
    [{ rsi_period: 2.5 }, 'rsi_period', 'Debe ser un número entero.'],
    [{ fast: 3 }, 'fast', 'Campo desconocido.'],
    [{ duration: 5, duration_ticks: 5 }, 'duration', LENGTH_FAULT_ES],
    [{ gates: { days: [1, 1] } }, 'gates.days', RULE_FAULTS_ES.sameDay],
    [{ gates: { hours: { from: '09:00', to: '09:00' } } }, 'gates.hours.to', RULE_FAULTS_ES.sameHour],
    [{ gates: { time_zone: 'Luna/Mar' } }, 'gates.time_zone', RULE_FAULTS_ES.timeZone],
  ])('reports in Spanish which parameter of %j is invalid', (parameters, path, message) => {
    expect(readStrategyRules({ type: 'rsi', parameters })).toEqual({ ok: false, error: [{ path, message }] });
  });

  it('sorts the days of a gate, so that equal gates share one evaluation', () => {
    const read = readStrategyRules({ type: 'rsi', parameters: { gates: { days: [5, 1] } } });
    expect(read).toMatchObject({ ok: true, value: { parameters: { gates: { days: [1, 5], time_zone: 'UTC' } } } });
  });

  it('refuses equal numbers that must ascend, with the text of the type', () => {
    const parsed = CandleBasedRulesBody.safeParse({ type: 'macd', parameters: { fast: 12, slow: 12 } });
    expect(parsed.error?.issues).toMatchObject([
      { path: ['parameters', 'fast'], message: STRATEGY_WORDS.macd.notAscending },
    ]);
  });
});

describe('the texts of a strategy', () => {
  it.each(STRATEGY_TYPES)('label every own parameter and every choice of the type %s', (type) => {
    const { labels, choices, shortName } = STRATEGY_WORDS[type];
    const own = Object.keys(defaultsOf(type)).filter((name) => name !== 'trade_amount');
    expect(Object.keys(labels).toSorted()).toEqual(own.toSorted());
    const offered = Object.entries(definitionOf(type).choices).map(([name, words]) => [name, [...words]]);
    expect(Object.entries(choices).map(([name, labelled]) => [name, Object.keys(Object(labelled))])).toEqual(offered);
    expect(shortName.length).toBeLessThanOrEqual(12);
  });

  it.each(STRATEGY_TYPES)(
    'contain a message about numbers in the wrong order only if the type %s has numbers that must ascend',
    (type) => {
      expect(STRATEGY_WORDS[type].notAscending !== null).toBe(definitionOf(type).ascending.length > 0);
    },
  );
});
