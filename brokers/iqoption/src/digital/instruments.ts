import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { Direction } from '@vigia/core/vocabulary';
import type { IqClient } from '../client.ts';
import { faultOf } from '../errors.ts';
import { Instrument, Instruments } from './wire.ts';

/**
 * Largest age of a list of instruments that is used without reading it again. New expirations appear about once a
 * minute.
 */
const FRESH_MS = 20_000;
/**
 * Time in milliseconds that an order needs to reach the broker. An instrument whose dead time begins sooner is not
 * used, because the order would arrive too late.
 */
const MARGIN_MS = 500;
const SPOT = 'SPT';

type Listed = { readonly instruments: readonly Instrument[]; readonly readAtMs: number };

/** The instruments of each asset, as last read. An instrument is one expiration that is on sale. */
export class DigitalInstruments {
  readonly #client: Pick<IqClient, 'callForRecords'>;
  readonly #clock: Clock;
  readonly #listed = new Map<number, Listed>();

  constructor(client: Pick<IqClient, 'callForRecords'>, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  onDrop(): void {
    this.#listed.clear();
  }

  /** Returns the instruments of an asset as last read; an empty list before the first read. */
  known(activeId: number): readonly Instrument[] {
    return this.#listed.get(activeId)?.instruments ?? [];
  }

  /** Reads the instruments of an asset, unless they were read within `freshMs`. */
  async read(activeId: number, freshMs = FRESH_MS): Promise<Result<null, BrokerFault>> {
    const known = this.#listed.get(activeId);
    if (known && this.#clock.now() - known.readAtMs <= freshMs) return ok(null);
    const call = { name: 'digital-option-instruments.get-instruments', version: '3.0', body: { asset_id: activeId } };
    const reply = await this.#client.callForRecords(call);
    if (!reply.ok) return err(faultOf(reply.error));
    const read = Instruments.safeParse(reply.value).data;
    if (!read) return err({ kind: 'unknown', detail: 'digital instruments could not be read' });
    const instruments = read.instruments.flatMap((row) => Instrument.safeParse(row).data ?? []);
    this.#listed.set(activeId, { instruments, readAtMs: this.#clock.now() });
    return ok(null);
  }
}

/**
 * Chooses the instrument for a duration, by the same rule as for the other products: the expiration nearest to now +
 * duration that can still be bought. Its period must not be longer than the duration, and the expiration must be at
 * most one period off.
 * @param timeMs the broker's time
 */
export function instrumentFor(
  instruments: readonly Instrument[],
  durationS: number,
  timeMs: number,
): Instrument | null {
  const targetMs = timeMs + durationS * 1_000;
  const near = instruments
    .filter(({ expiration, deadtime }) => (expiration - deadtime) * 1_000 - MARGIN_MS > timeMs)
    .map((instrument) => ({ instrument, errorMs: Math.abs(instrument.expiration * 1_000 - targetMs) }))
    .filter(({ instrument: { period }, errorMs }) => period <= durationS && errorMs <= period * 1_000)
    .toSorted((a, b) => a.errorMs - b.errorMs || a.instrument.period - b.instrument.period)
    .at(0);
  return near?.instrument ?? null;
}

/**
 * Returns the durations for which {@link instrumentFor} finds an instrument now, in seconds, ascending: the periods of
 * the instruments.
 */
export function periodsOf(instruments: readonly Instrument[], timeMs: number): readonly number[] {
  const periods = [...new Set(instruments.map(({ period }) => period))];
  return periods.filter((periodS) => instrumentFor(instruments, periodS, timeMs)).toSorted((a, b) => a - b);
}

/**
 * Returns the symbol of the strike at the current price; null if the instrument has no such strike in this direction.
 */
export const spotSymbolOf = ({ data }: Instrument, direction: Direction): string | null =>
  data.find((one) => one.strike === SPOT && one.direction === direction.toLowerCase())?.symbol ?? null;
