import { describe, expect, it } from 'vitest';
import { mirrored, Scenario, SUPPLY_ZONE } from '../testing.ts';
import { LiveZone } from './live-zone.ts';
import type { Zone } from './zone.ts';

const NAMES = ['zona_ancha', 'zona_fina', 'zona_fina_fifty'] as const;

function zoneOf(candles: typeof SUPPLY_ZONE): Zone {
  const [zone] = new Scenario({}).candles(...candles).seen.zones;
  if (!zone) throw new Error('the scenario makes a zone');
  return zone;
}

/** The supply zone of the scenario, and the same zone upside down around 100, with the price to ask for. */
const SIDES = [
  ['supply', new LiveZone(zoneOf(SUPPLY_ZONE), 18, NAMES).zone, (price: number) => price],
  ['demand', new LiveZone(zoneOf(mirrored(SUPPLY_ZONE)), 18, NAMES).zone, (price: number) => 200 - price],
] as const;

describe.each(SIDES)('a live %s zone', (kind, zone, at) => {
  const live = () => new LiveZone(zone, 18, NAMES);
  const tick = (of: LiveZone, lastClose: number, price: number) =>
    of.touchedByTick(at(lastClose), at(price))?.entryPoint ?? null;

  it('is of that kind', () => {
    expect(zone.kind).toBe(kind);
  });

  it('fires each level once between two closes, a deeper one after a shallower one', () => {
    const of = live();
    expect(tick(of, 101, 101.4)).toBeNull();
    expect(tick(of, 101, 101.5)).toBe('zona_ancha');
    expect(tick(of, 101, 101.6)).toBeNull();
    expect(tick(of, 101, 102.25)).toBe('zona_fina');
    expect(tick(of, 101, 102.25)).toBeNull();
    of.rearm();
    expect(tick(of, 101, 102.25)).toBe('zona_fina');
  });

  it('uses up the shallower levels that a tick jumps over', () => {
    const of = live();
    expect(tick(of, 101, 102.25)).toBe('zona_fina');
    expect(tick(of, 101, 101.5)).toBeNull();
    expect(tick(of, 101, 102.375)).toBe('zona_fina_fifty');
  });

  it('fires no level that the last close had not left', () => {
    expect(tick(live(), 101.5, 101.75)).toBeNull();
    expect(tick(live(), 101.75, 102.25)).toBe('zona_fina');
  });

  it('ends beyond its extreme, and not at it', () => {
    expect(live().isBeyond(at(102.5))).toBe(false);
    expect(live().isBeyond(at(102.5625))).toBe(true);
  });

  it('enters nowhere without a level', () => {
    expect(tick(new LiveZone(zone, 18, []), 101, 103)).toBeNull();
  });

  it('goes on from a snapshot stored as JSON, used levels and counted signals included', () => {
    const before = live();
    tick(before, 101, 102.25);
    before.signals = 2;
    const after = LiveZone.restore(JSON.parse(JSON.stringify(before.snapshot())), NAMES);
    expect(after.snapshot()).toEqual(before.snapshot());
    expect(after).toMatchObject({ zone, bornAt: 18, signals: 2 });
    expect(tick(after, 101, 102.25)).toBeNull();
    expect(tick(after, 101, 102.375)).toBe('zona_fina_fifty');
  });
});
