import { type Candle, CandleBuilder } from '@vigia/core/candles';
import { Atr } from '@vigia/core/indicators';
import { demoMarket, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import { completeSetup, PcrDetector, type Signal, type Zone } from '@vigia/core/pcr';

/** Seed of the simulated market. It is fixed, so that every visitor sees the same prices. */
const SEED = 7;
const SYMBOL = 'EURUSD';
const MINUTE_MS = 60_000;
const SHOWN_CANDLES = 48;
/** Number of candles from the first candle that the detector's zones may use to the start of the animation. */
const AT_START = 14;
/** Number of hidden candles before the visible ones. They warm up the averages of the detector. */
const WARM_UP = 60;
const SCENE_END_MS = Date.UTC(2026, 9, 6, 14, 44);
const SCENE_START_MS = SCENE_END_MS - SHOWN_CANDLES * MINUTE_MS;
/** Open time of the oldest candle. The chart is full from the start, and then moves on with each candle. */
const FIRST_SHOWN_MS = SCENE_START_MS - (SHOWN_CANDLES - AT_START) * MINUTE_MS;

const ATR_PERIOD = 14;

/** The content of one frame of the animation. Times are in epoch seconds. */
export type SceneFrame = {
  /** Open time of the first visible candle. */
  readonly startTime: number;
  readonly closed: readonly Candle[];
  readonly forming: Candle | null;
  readonly price: number;
  /** The active price zones, and the zone that created the signal. */
  readonly zones: readonly Zone[];
  readonly signal: Signal | null;
  readonly over: boolean;
};

/** The values that stay the same during the animation. The price axis has a fixed range, so that nothing jumps. */
export type SceneFrameOfReference = {
  readonly symbol: string;
  readonly decimals: number;
  readonly candles: number;
  readonly low: number;
  readonly high: number;
};

/** Measured criteria of a candle sequence, as the second claim shows them. */
export type SequenceFacts = {
  readonly length: number;
  readonly lengthRange: readonly [number, number];
  readonly strong: number;
  readonly strongMin: number;
  /** Price range of the run of candles, in multiples of the ATR at the candle before the run. */
  readonly rangeAtr: number;
  readonly rangeAtrMin: number;
};

const asset = simulatedAsset(SYMBOL);
const setup = completeSetup({ name: 'Portada', asset: SYMBOL, timeframe: '1m' });

/** Runs the market model, the candle builder and the detector of the product with the default setup, tick by tick. */
export class MarketScene {
  readonly #cursor: TickCursor;
  readonly #builder = new CandleBuilder(MINUTE_MS / 1_000);
  readonly #detector: PcrDetector;
  readonly #atr = new Atr(ATR_PERIOD);
  readonly #atrAt = new Map<number, number>();
  #closed: readonly Candle[] = [];
  #zones: readonly Zone[] = [];
  #signal: Signal | null = null;

  constructor() {
    if (!asset) throw new Error('the scene needs EURUSD');
    this.#cursor = new TickCursor(demoMarket(SEED), asset);
    this.#detector = new PcrDetector(setup, {
      listener: {
        onZone: (zone) => {
          if (zone.sequence.startTime * 1_000 >= SCENE_START_MS) this.#zones = [...this.#zones, zone];
        },
        onSignal: (signal) => {
          if (this.#zones.includes(signal.zone)) this.#signal ??= signal;
        },
        onZoneEnd: (ended) => {
          this.#zones = this.#zones.filter((zone) => zone !== ended || zone === this.#signal?.zone);
        },
      },
    });
    this.#cursor.seekFrom(SCENE_START_MS - WARM_UP * MINUTE_MS);
    this.#pushUntil(SCENE_START_MS + AT_START * MINUTE_MS);
  }

  /** Advances by `ticks` ticks and returns the frame to draw. */
  advance(ticks: number): SceneFrame {
    for (let tick = 0; tick < ticks && !this.#over; tick += 1) this.#push();
    return this.frame();
  }

  /** Advances to the end at once, for visitors who prefer reduced motion. */
  finish(): SceneFrame {
    this.#pushUntil(SCENE_END_MS);
    return this.frame();
  }

  frame(): SceneFrame {
    const { forming } = this.#builder;
    const price = forming?.close ?? this.#closed.at(-1)?.close ?? 0;
    const newestTime = forming?.time ?? this.#closed.at(-1)?.time ?? 0;
    return {
      startTime: newestTime - (SHOWN_CANDLES - 1) * (MINUTE_MS / 1_000),
      closed: this.#closed,
      forming,
      price,
      zones: this.#zones,
      signal: this.#signal,
      over: this.#over,
    };
  }

  /** Returns the measured criteria of the sequence that created the signal. Returns null before there is a signal. */
  facts(): SequenceFacts | null {
    if (!this.#signal) return null;
    const { sequence } = this.#signal.zone;
    const { minLength, maxLength, minStrong, minRangeAtr } = setup.patterns;
    const atrBefore = this.#atrAt.get(sequence.startTime - MINUTE_MS / 1_000) ?? Number.NaN;
    return {
      length: sequence.length,
      lengthRange: [minLength, maxLength],
      strong: sequence.strongCandles,
      strongMin: minStrong,
      rangeAtr: (sequence.priceRange.high - sequence.priceRange.low) / atrBefore,
      rangeAtrMin: minRangeAtr,
    };
  }

  get #over(): boolean {
    return this.#cursor.timeMs >= SCENE_END_MS;
  }

  #pushUntil(timeMs: number): void {
    while (this.#cursor.timeMs < timeMs) this.#push();
  }

  #push(): void {
    const { timeMs, price } = this.#cursor;
    const candle = this.#builder.push(timeMs, price);
    if (candle) this.#close(candle);
    this.#cursor.next();
  }

  #close(candle: Candle): void {
    this.#detector.push(candle.time, candle.open, candle.high, candle.low, candle.close);
    this.#atrAt.set(candle.time, this.#atr.push(candle.high, candle.low, candle.close));
    if (candle.time * 1_000 >= FIRST_SHOWN_MS) this.#closed = [...this.#closed, candle].slice(-SHOWN_CANDLES);
  }
}

type Survey = { readonly reference: SceneFrameOfReference; readonly facts: SequenceFacts | null };

let survey: Survey | null = null;

/**
 * Returns the price range and the measurements of the animation. The function computes them by playing the animation to
 * its end.
 */
export function measureScene(): Survey {
  survey ??= surveyOf(new MarketScene());
  return survey;
}

function surveyOf(scene: MarketScene): Survey {
  const earlier = scene.frame().closed;
  const { closed, forming } = scene.finish();
  const candles = [...earlier, ...closed, ...(forming ? [forming] : [])];
  const reference = {
    symbol: SYMBOL,
    decimals: asset?.decimals ?? 5,
    candles: SHOWN_CANDLES,
    low: Math.min(...candles.map((candle) => candle.low)),
    high: Math.max(...candles.map((candle) => candle.high)),
  };
  return { reference, facts: scene.facts() };
}
