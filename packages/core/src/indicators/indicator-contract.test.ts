import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import * as door from './index.ts';
import { Adx, Atr, Bollinger, Donchian, Ema, Macd, Rsi, Sma, Stochastic } from './index.ts';

type Bar = { readonly high: number; readonly low: number; readonly close: number };

/** An indicator in the form that these shared tests need: every output, now and for a forming candle. */
type Subject = {
  readonly push: (bar: Bar) => void;
  readonly peek: (bar: Bar) => readonly number[];
  readonly outputs: () => readonly number[];
  readonly snapshot: () => readonly number[];
  readonly restore: (state: readonly number[]) => void;
};

type Contract = {
  readonly name: keyof typeof door;
  readonly create: () => Subject;
  /** Index of the candle at which each output is first defined. */
  readonly firstIndexes: readonly number[];
  /** Value of each output at a constant price of 1.1. */
  readonly constant: readonly number[];
  readonly badPeriods: () => unknown;
};

type OneValue = Omit<Subject, 'push' | 'peek' | 'outputs'> & {
  push(close: number): number;
  peek(close: number): number;
  readonly value: number;
};

const ofClose = (indicator: OneValue): Subject => ({
  push: ({ close }) => indicator.push(close),
  peek: ({ close }) => [indicator.peek(close)],
  outputs: () => [indicator.value],
  snapshot: () => indicator.snapshot(),
  restore: (state) => indicator.restore(state),
});

const ofAtr = (atr: Atr): Subject => ({
  push: ({ high, low, close }) => atr.push(high, low, close),
  peek: ({ high, low, close }) => [atr.peek(high, low, close)],
  outputs: () => [atr.value],
  snapshot: () => atr.snapshot(),
  restore: (state) => atr.restore(state),
});

const ofMacd = (macd: Macd): Subject => ({
  push: ({ close }) => macd.push(close),
  peek: ({ close }) => {
    const { line, signal, histogram } = macd.peek(close);
    return [line, signal, histogram];
  },
  outputs: () => [macd.line, macd.signal, macd.histogram],
  snapshot: () => macd.snapshot(),
  restore: (state) => macd.restore(state),
});

const ofBollinger = (bands: Bollinger): Subject => ({
  push: ({ close }) => bands.push(close),
  peek: ({ close }) => {
    const { upper, middle, lower } = bands.peek(close);
    return [upper, middle, lower];
  },
  outputs: () => [bands.upper, bands.middle, bands.lower],
  snapshot: () => bands.snapshot(),
  restore: (state) => bands.restore(state),
});

const ofStochastic = (stochastic: Stochastic): Subject => ({
  push: ({ high, low, close }) => stochastic.push(high, low, close),
  peek: ({ high, low, close }) => {
    const { k, d } = stochastic.peek(high, low, close);
    return [k, d];
  },
  outputs: () => [stochastic.k, stochastic.d],
  snapshot: () => stochastic.snapshot(),
  restore: (state) => stochastic.restore(state),
});

const ofAdx = (adx: Adx): Subject => ({
  push: ({ high, low, close }) => adx.push(high, low, close),
  peek: ({ high, low, close }) => {
    const lines = adx.peek(high, low, close);
    return [lines.adx, lines.plusDi, lines.minusDi];
  },
  outputs: () => [adx.value, adx.plusDi, adx.minusDi],
  snapshot: () => adx.snapshot(),
  restore: (state) => adx.restore(state),
});

const ofDonchian = (channel: Donchian): Subject => ({
  push: ({ high, low }) => channel.push(high, low),
  peek: () => {
    const { upper, middle, lower } = channel.peek();
    return [upper, middle, lower];
  },
  outputs: () => [channel.upper, channel.middle, channel.lower],
  snapshot: () => channel.snapshot(),
  restore: (state) => channel.restore(state),
});

const CONTRACTS: readonly Contract[] = [
  { name: 'Ema', create: () => ofClose(new Ema(4)), firstIndexes: [3], constant: [1.1], badPeriods: () => new Ema(0) },
  {
    name: 'Sma',
    create: () => ofClose(new Sma(4)),
    firstIndexes: [3],
    constant: [1.1],
    badPeriods: () => new Sma(2.5),
  },
  { name: 'Rsi', create: () => ofClose(new Rsi(4)), firstIndexes: [4], constant: [0], badPeriods: () => new Rsi(-1) },
  { name: 'Atr', create: () => ofAtr(new Atr(4)), firstIndexes: [4], constant: [0], badPeriods: () => new Atr(NaN) },
  {
    name: 'Macd',
    create: () => ofMacd(new Macd(3, 5, 2)),
    firstIndexes: [4, 5, 5],
    constant: [0, 0, 0],
    badPeriods: () => new Macd(5, 5, 2),
  },
  {
    name: 'Bollinger',
    create: () => ofBollinger(new Bollinger(4, 2)),
    firstIndexes: [3, 3, 3],
    constant: [1.1, 1.1, 1.1],
    badPeriods: () => new Bollinger(4, -1),
  },
  {
    name: 'Stochastic',
    create: () => ofStochastic(new Stochastic(4, 2, 3)),
    firstIndexes: [4, 6],
    constant: [50, 50],
    badPeriods: () => new Stochastic(4, 0, 3),
  },
  {
    name: 'Adx',
    create: () => ofAdx(new Adx(4)),
    firstIndexes: [7, 4, 4],
    constant: [0, 0, 0],
    badPeriods: () => new Adx(0),
  },
  {
    name: 'Donchian',
    create: () => ofDonchian(new Donchian(4)),
    firstIndexes: [4, 4, 4],
    constant: [1.1, 1.1, 1.1],
    badPeriods: () => new Donchian(1.5),
  },
];

/** Returns bars with prices of five decimals, and some with closes of all digits, whose means are not exact. */
function randomBars(seed: number, count: number): readonly Bar[] {
  const rng = new SeededRng(seed);
  let close = 1.1;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = open * (1 + (rng.next() - 0.5) * 0.01);
    if (index < 20 || index > 30) close = Number(close.toFixed(5));
    return { high: Math.max(open, close) * 1.001, low: Math.min(open, close) * 0.999, close };
  });
}

const BARS = randomBars(7, 60);
const WILD: Bar = { high: 9, low: 0.1, close: 5 };

it('the shared indicator tests cover every exported indicator', () => {
  expect(CONTRACTS.map(({ name }) => name).toSorted()).toEqual(Object.keys(door).toSorted());
});

describe.each(CONTRACTS)('$name', ({ create, firstIndexes, constant, badPeriods }) => {
  it('returns NaN before its first defined index, and numbers from this index on', () => {
    const subject = create();
    expect(subject.outputs().every(Number.isNaN)).toBe(true);
    BARS.forEach((bar, index) => {
      subject.push(bar);
      expect(subject.outputs().map(Number.isFinite)).toEqual(firstIndexes.map((first) => index >= first));
    });
  });

  it('returns from peek exactly the value that push would return, and peek does not change its state', () => {
    const subject = create();
    const undisturbed = create();
    for (const bar of BARS) {
      subject.peek(WILD);
      const peeked = subject.peek(bar);
      expect(subject.snapshot()).toEqual(undisturbed.snapshot());
      subject.push(bar);
      undisturbed.push(bar);
      expect(subject.outputs()).toEqual(peeked);
      expect(subject.outputs()).toEqual(undisturbed.outputs());
    }
  });

  it('continues bit for bit as without a restart, if it is restored from a JSON snapshot of any candle', () => {
    for (let cut = 0; cut <= 12; cut += 1) {
      const original = create();
      BARS.slice(0, cut).forEach(original.push);
      const restored = create();
      BARS.slice(0, 9).forEach(restored.push);
      restored.restore(JSON.parse(JSON.stringify(original.snapshot())));
      expect(restored.outputs()).toEqual(original.outputs());
      for (const bar of BARS.slice(cut)) {
        original.push(bar);
        restored.push(bar);
        expect(restored.outputs()).toEqual(original.outputs());
      }
    }
  });

  it('has a constant value for constant input', () => {
    const subject = create();
    for (let i = 0; i < 5_000; i += 1) subject.push({ high: 1.1, low: 1.1, close: 1.1 });
    subject.outputs().forEach((output, index) => {
      expect(output).toBeCloseTo(constant[index] ?? NaN, 14);
    });
  });

  it('throws for a snapshot that is cut off at any place', () => {
    const subject = create();
    BARS.forEach(subject.push);
    const whole = subject.snapshot();
    for (let length = 0; length < whole.length; length += 1)
      expect(() => create().restore(whole.slice(0, length))).toThrow('snapshot');
  });

  it('throws for an invalid period', () => {
    expect(badPeriods).toThrow(RangeError);
  });
});
