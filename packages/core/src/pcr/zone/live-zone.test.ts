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

/** Name, zone and price function of each side: the supply zone of the scenario, and that zone mirrored around 100. */
const SIDES = [
  ['supply', new LiveZone(zoneOf(SUPPLY_ZONE), 18, NAMES).zone, (price: number) => price],
  ['demand', new LiveZone(zoneOf(mirrored(SUPPLY_ZONE)), 18, NAMES).zone, (price: number) => 200 - price],
] as const;

describe.each(SIDES)('a live %s zone', (kind, zone, at) => {
  const live = () => new LiveZone(zone, 18, NAMES);
  const tick = (of: LiveZone, lastClose: number, price: number) =>
    of.touchedByTick(at(lastClose), at(price))?.entryPoint ?? null;

  it('is created with this kind', () => {
    expect(zone.kind).toBe(kind);
  });

  it('triggers at each entry level only once between two closes, and at a deeper level after a shallower one', () => {
    const of = live();
    expect(tick(of, 101, 101.4)).toBeNull();
    expect(tick(of, 101, 101.5)).toBe('zona_ancha');
    expect(tick(of, 101, 101.6)).toBeNull();
    expect(tick(of, 101, 102.25)).toBe('zona_fina');
    expect(tick(of, 101, 102.25)).toBeNull();
    of.rearm();
    expect(tick(of, 101, 102.25)).toBe('zona_fina');
  });

  it('triggers only at the deepest level that a tick reaches, and marks the shallower levels as used', () => {
    const of = live();
    expect(tick(of, 101, 102.25)).toBe('zona_fina');
    expect(tick(of, 101, 101.5)).toBeNull();
    expect(tick(of, 101, 102.375)).toBe('zona_fina_fifty');
  });

  it('does not trigger at a level that the last close had already reached', () => {
    expect(tick(live(), 101.5, 101.75)).toBeNull();
    expect(tick(live(), 101.75, 102.25)).toBe('zona_fina');
  });

  it('ends at a price beyond its extreme, and not at the extreme itself', () => {
    expect(live().isBeyond(at(102.5))).toBe(false);
    expect(live().isBeyond(at(102.5625))).toBe(true);
  });

  it('never triggers if the setup has no entry level', () => {
    expect(tick(new LiveZone(zone, 18, []), 101, 103)).toBeNull();
  });

  it('continues with its used levels and counted signals, if it is restored from a JSON snapshot', () => {
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
