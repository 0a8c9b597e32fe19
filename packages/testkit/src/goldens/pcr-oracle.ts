import { atrSeries, type Series } from './indicator-series.ts';
import { baseStepOf, bodyOf, colorOf, oracleCandles, outcomeOf, rangeOf, typeOf } from './oracle-candles.ts';
import { type FilterPredicate, oracleFilter } from './oracle-filters.ts';
import type {
  Color,
  OracleCandle,
  OracleResult,
  OracleSequence,
  OracleSetup,
  OracleSignal,
  OracleZone,
} from './oracle-types.ts';

/*
 * A second implementation of docs/spec/pcr.md for tests. It is as simple as possible and uses no code of packages/core.
 * It works on arrays over the whole history in one pass; it may be slow.
 */

/**
 * Names of the entry levels. If two levels have equal prices, the candidate gets the name that comes later in this
 * list.
 */
const LEVELS = [
  'zona_ancha',
  'punto_optimo_fifty',
  'zona_ancha_fifty',
  'zona_fina',
  'punto_optimo',
  'zona_fina_fifty',
] as const;

type Run = { readonly color: Color; readonly rows: number[]; high: number; low: number };
type LiveZone = { readonly zone: OracleZone; readonly bornAt: number; readonly run: Run; signals: number };
type Candidate = { readonly live: LiveZone; readonly entryPoint: string; readonly level: number | null };

/** Runs a setup over base candles that are aligned and ascending in time. Entries are checked at candle closes. */
export function pcrOracle(base: readonly OracleCandle[], setup: OracleSetup): OracleResult {
  return new Oracle(base, setup).run();
}

class Oracle {
  readonly base: readonly OracleCandle[];
  readonly setup: OracleSetup;
  readonly rows: readonly OracleCandle[];
  readonly step: number;
  readonly atr: Series;
  readonly filters: readonly FilterPredicate[];
  readonly sequences: OracleSequence[] = [];
  readonly zones: OracleZone[] = [];
  readonly signals: OracleSignal[] = [];
  readonly rejected = { late: 0, filters: 0, conflict: 0, one_a_candle: 0 };
  openRun: Run | null = null;
  live: LiveZone[] = [];

  constructor(base: readonly OracleCandle[], setup: OracleSetup) {
    this.base = base;
    this.setup = setup;
    this.rows = oracleCandles(base, setup.timeframeS);
    this.step = baseStepOf(base, setup.timeframeS);
    this.atr = atrSeries(this.rows, 14);
    const history = { rows: this.rows, timeframeS: setup.timeframeS, atr: this.atr };
    this.filters = setup.filters.map((filter) => oracleFilter(filter, history));
  }

  run(): OracleResult {
    for (let j = 0; j < this.rows.length; j += 1) this.close(j);
    const { sequences, zones, signals, rejected } = this;
    return { candles: this.rows.length, sequences, zones, signals, rejected };
  }

  row(index: number): OracleCandle {
    const row = this.rows[index];
    if (row === undefined) throw new Error(`no candle ${index}`);
    return row;
  }

  /** Returns the ATR at a candle; NaN before the first value, so that every comparison with it fails. */
  atrAt(index: number): number {
    return this.atr[index] ?? Number.NaN;
  }

  close(j: number): void {
    const gap = j === 0 ? this.setup.timeframeS : this.row(j).time - this.row(j - 1).time;
    if (gap !== this.setup.timeframeS) this.openRun = null;
    if (gap > this.setup.timeframeS + 3_600) this.endWhere(() => true, 'expired');
    const candidates = this.touched(j);
    const broken = this.grow(j);
    if (broken !== null) candidates.push(...this.makeZone(broken, j));
    this.decide(candidates, j);
    this.endWhere(({ signals }) => signals >= this.setup.maxSignalsPerZone, 'spent');
    this.endWhere(({ bornAt }) => j - bornAt >= this.setup.maxAgeCandles, 'expired');
  }

  endWhere(hasEnded: (live: LiveZone) => boolean, state: OracleZone['state']): void {
    for (const live of this.live) if (hasEnded(live)) live.zone.state = state;
    this.live = this.live.filter(({ zone }) => zone.state === 'live');
  }

  /**
   * Extends the run of candles of one colour by candle j (section 3 of the specification); returns the run that j
   * ended, or null.
   */
  grow(j: number): Run | null {
    const { high, low } = this.row(j);
    const color = colorOf(this.row(j));
    const run = this.openRun;
    if (color === 'neutral') {
      if (run !== null && this.setup.dojiPolicy === 'skip') {
        run.high = Math.max(run.high, high);
        run.low = Math.min(run.low, low);
      } else this.openRun = null;
      return null;
    }
    if (run !== null && run.color === color) {
      run.rows.push(j);
      run.high = Math.max(run.high, high);
      run.low = Math.min(run.low, low);
      return null;
    }
    this.openRun = { color, rows: [j], high, low };
    return run !== null && run.rows.length >= 2 ? run : null;
  }

  isStrong(i: number): boolean {
    const { strongBodyRatio, strongBodyAtr } = this.setup;
    const body = bodyOf(this.row(i));
    return body >= strongBodyRatio * rangeOf(this.row(i)) && body >= strongBodyAtr * this.atrAt(i - 1);
  }

  /** Evaluates the criteria of a sequence (section 4 of the specification). */
  judge(run: Run, b: number): Readonly<Record<string, boolean>> {
    const s = run.rows[0] ?? 0;
    const { open, close } = this.row(run.rows.at(-1) ?? 0);
    const path = run.rows.reduce((total, i) => total + rangeOf(this.row(i)), 0);
    const { minLength, maxLength, minStrong, minRangeAtr, minEfficiency, breakRatio } = this.setup;
    return {
      length: run.rows.length >= minLength && run.rows.length <= maxLength,
      strength: run.rows.filter((i) => this.isStrong(i)).length >= minStrong,
      displacement: run.high - run.low >= minRangeAtr * this.atrAt(s - 1),
      efficiency: (path === 0 ? 0 : Math.abs(close - this.row(s).open) / path) >= minEfficiency,
      break:
        run.color === 'green'
          ? this.row(b).close <= close - breakRatio * (close - open)
          : this.row(b).close >= close + breakRatio * (open - close),
    };
  }

  /**
   * Records the sequence that candle b ended, and its zone. Returns the candidate of the entry level `ruptura`
   * (sections 4 and 5 of the specification).
   */
  makeZone(run: Run, b: number): readonly Candidate[] {
    const { timeframeS, colors, requiredCriteria, entryPoints } = this.setup;
    const [s, e] = [run.rows[0] ?? 0, run.rows.at(-1) ?? 0];
    const results = this.judge(run, b);
    const isValid = Object.values(results).filter(Boolean).length >= requiredCriteria;
    this.sequences.push({
      color: run.color,
      length: run.rows.length,
      strong_candles: run.rows.filter((i) => this.isStrong(i)).length,
      start_time: this.row(s).time,
      end_time: this.row(e).time + timeframeS,
      price_range: { high: run.high, low: run.low },
      validation_results: results,
      is_valid: isValid,
      breaking_time: this.row(b).time,
    });
    if (!isValid || !colors.includes(run.color) || this.atr[e] === null) return [];
    const zone = this.zoneOf(run, e, b);
    const live = { zone, bornAt: b, run, signals: 0 };
    this.zones.push(zone);
    this.live.push(live);
    return entryPoints.includes('ruptura') ? [{ live, entryPoint: 'ruptura', level: null }] : [];
  }

  /** Computes the levels of a zone (section 5 of the specification). */
  zoneOf(run: Run, e: number, b: number): OracleZone {
    const pad = this.setup.minZoneAtr * this.atrAt(e);
    const ratio = this.setup.optimoRatio;
    const [end, breaking] = [this.row(e), this.row(b)];
    const isSupply = run.color === 'green';
    const extreme = isSupply ? Math.max(run.high, breaking.high) : Math.min(run.low, breaking.low);
    const body = isSupply ? Math.max(end.close, breaking.open) : Math.min(end.close, breaking.open);
    const fina = isSupply ? Math.min(body, extreme - pad) : Math.max(body, extreme + pad);
    const ancha = isSupply ? Math.min(end.open, fina) : Math.max(end.open, fina);
    const optimo = isSupply ? fina + ratio * (extreme - fina) : fina - ratio * (fina - extreme);
    return {
      direction: isSupply ? 'PUT' : 'CALL',
      created_at: breaking.time + this.setup.timeframeS,
      extreme,
      levels: {
        zona_ancha: ancha,
        punto_optimo_fifty: (ancha + optimo) / 2,
        zona_ancha_fifty: (ancha + extreme) / 2,
        zona_fina: fina,
        punto_optimo: optimo,
        zona_fina_fifty: (fina + extreme) / 2,
      },
      state: 'live',
    };
  }

  /**
   * Ends the zones that candle j invalidates. For each other zone, returns the deepest active level that the candle
   * touched (section 5 of the specification).
   */
  touched(j: number): Candidate[] {
    if (j === 0) return [];
    const { close, high, low } = this.row(j);
    const before = this.row(j - 1).close;
    const isBeyond = ({ zone }: LiveZone) => (zone.direction === 'PUT' ? close > zone.extreme : close < zone.extreme);
    this.endWhere(isBeyond, 'invalidated');
    return this.live.flatMap((live) => {
      const isPut = live.zone.direction === 'PUT';
      let deepest: { entryPoint: string; level: number } | null = null;
      for (const entryPoint of LEVELS) {
        const level = live.zone.levels[entryPoint] ?? Number.NaN;
        const isArmed = isPut ? before < level : before > level;
        const isReached = isPut ? high >= level : low <= level;
        if (!this.setup.entryPoints.includes(entryPoint) || !isArmed || !isReached) continue;
        if (deepest === null || (isPut ? level >= deepest.level : level <= deepest.level))
          deepest = { entryPoint, level };
      }
      return deepest === null ? [] : [{ live, ...deepest }];
    });
  }

  /** Applies the checks of section 6 of the specification, which reject candidates. */
  decide(candidates: readonly Candidate[], j: number): void {
    const left = candidates.filter((candidate) => {
      const { maxEntryAtr } = this.setup;
      const isLate =
        candidate.level !== null &&
        maxEntryAtr !== null &&
        !(Math.abs(this.row(j).close - candidate.level) <= maxEntryAtr * this.atrAt(j));
      const passes = !isLate && this.passesFilters(candidate, j);
      if (isLate) this.rejected.late += 1;
      else if (!passes) this.rejected.filters += 1;
      return passes;
    });
    const newest = left.at(-1);
    if (newest === undefined) return;
    if (left.some(({ live }) => live.zone.direction !== newest.live.zone.direction)) {
      this.rejected.conflict += left.length;
      return;
    }
    this.rejected.one_a_candle += left.length - 1;
    for (const { live } of left) live.signals += 1;
    this.publish(newest, j);
  }

  publish({ live, entryPoint }: Candidate, j: number): void {
    const { direction } = live.zone;
    const entry_time = this.row(j).time + this.setup.timeframeS;
    const expiration_time = entry_time + this.setup.expiryMin * 60;
    const signal = { direction, entry_time, entry_price: this.row(j).close, expiration_time };
    const decided = this.signals.filter((earlier) => earlier.expiration_time <= entry_time);
    const wins = decided.filter(({ outcome }) => outcome === 'won').length;
    const losses = decided.filter(({ outcome }) => outcome === 'lost').length;
    this.signals.push({
      ...signal,
      entry_point: entryPoint,
      confidence: (wins + 10) / (wins + losses + 20),
      pattern: `${live.run.color === 'green' ? 'verde' : 'rojo'}·${live.run.rows.length}`,
      ...outcomeOf(signal, this.base, this.step),
    });
  }

  passesFilters({ live }: Candidate, j: number): boolean {
    const { candleTypes } = this.setup;
    const type = typeOf(this.row(live.bornAt), this.rows[live.bornAt - 1]);
    const isTyped = candleTypes.length === 0 || candleTypes.includes('any') || candleTypes.includes(type);
    return isTyped && this.filters.every((passes) => passes(live.zone.direction, j));
  }
}
