import { type BrokerSimulator, type OrderFault, setQuirk } from '@vigia/broker-kit/simulator';
import type { Rng } from '@vigia/core/kernel';
import type { HostileTarget } from './brokers.ts';

/** A fault that lasts for some time: `begin` starts it and `end` ends it. */
type Hazard = { readonly name: string; begin(): void; end(): void };

/**
 * Maximum time in milliseconds for which the simulated broker reads no messages. If it read an order later than this,
 * no client could distinguish the order from a lost one.
 */
const STALL_MAX_MS = 5_000;
const LATE_MS = 3_000;
/** Probability per second that a hazard begins, and that an active hazard ends. */
const BEGIN_RATIO = 0.12;
const END_RATIO = 0.15;

const ORDER_FAULTS: readonly OrderFault[] = [
  { kind: 'cut_before_booking' },
  { kind: 'cut_after_booking' },
  { kind: 'cut_after_ack' },
  { kind: 'delay_ack', ms: 400 },
  { kind: 'delay_ack', ms: 25_000 },
  { kind: 'no_ack' },
  { kind: 'ignore' },
  { kind: 'double_ack' },
  { kind: 'refuse', as: 'price_moved' },
  { kind: 'refuse', as: 'unknown' },
];

/** Begins and ends faults of a simulator at random times. */
export class RandomFaults {
  readonly #simulator: BrokerSimulator;
  readonly #rng: Rng;
  readonly #target: HostileTarget;
  readonly #usual: ReadonlyMap<string, string>;
  readonly #running = new Map<Hazard, number>();
  readonly #all: readonly Hazard[];
  /** Number of times that each hazard began. */
  readonly counts = new Map<string, number>();

  constructor(simulator: BrokerSimulator, target: HostileTarget, rng: Rng) {
    this.#simulator = simulator;
    this.#target = target;
    this.#rng = rng;
    this.#usual = new Map(Object.entries(simulator.quirks).map(([name, value]) => [name, String(value)]));
    this.#all = hazardsOf(simulator, target, (list) => this.#pick(list));
  }

  /** Begins and ends hazards for one second. */
  second(): void {
    for (const [hazard, seconds] of this.#running) {
      this.#running.set(hazard, seconds + 1);
      const isTooLong = hazard.name === 'stall' && (seconds + 1) * 1_000 >= STALL_MAX_MS;
      if (isTooLong || this.#rng.next() < END_RATIO) this.#end(hazard);
    }
    if (this.#rng.next() < BEGIN_RATIO) this.#begin(this.#pick(this.#all));
    if (this.#rng.next() < BEGIN_RATIO / 2) this.#flipQuirk();
  }

  /** Chooses a fault for the next order. Most orders get one. */
  nextOrder(): void {
    if (this.#rng.next() < 0.6) this.#simulator.script.nextOrders(this.#pick(ORDER_FAULTS));
  }

  /** Ends all hazards. The simulator then behaves normally. */
  heal(): void {
    for (const hazard of this.#running.keys()) this.#end(hazard);
    for (const [name, value] of this.#usual) setQuirk(this.#simulator, name, value);
  }

  #begin(hazard: Hazard): void {
    if (this.#running.has(hazard)) return;
    this.#running.set(hazard, 0);
    this.#count(hazard.name);
    hazard.begin();
  }

  #end(hazard: Hazard): void {
    this.#running.delete(hazard);
    hazard.end();
  }

  #flipQuirk(): void {
    const names = [...this.#usual.keys()].filter((name) => !this.#target.fixed.includes(name));
    const name = names[Math.floor(this.#rng.next() * names.length)];
    if (name === undefined) return;
    this.#count(`quirk ${name}`);
    setQuirk(this.#simulator, name, String(this.#pick(this.#simulator.quirkValues[name] ?? [])));
  }

  #count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  #pick<Item>(list: readonly Item[]): Item {
    const item = list[Math.floor(this.#rng.next() * list.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}

const nothing = (): void => undefined;

function hazardsOf(
  { script, line, market }: BrokerSimulator,
  { symbol, strangeMessages }: HostileTarget,
  pick: <Item>(list: readonly Item[]) => Item,
): readonly Hazard[] {
  return [
    { name: 'cut', begin: () => script.cutConnections(), end: nothing },
    { name: 'strange messages', begin: () => strangeMessages.forEach((text) => line.say(text)), end: nothing },
    { name: 'mute', begin: () => line.mute(true), end: () => line.mute(false) },
    { name: 'stall', begin: () => line.stall(true), end: () => line.stall(false) },
    {
      name: 'rate limit',
      begin: () => void Object.assign(script, { isRateLimited: true }),
      end: () => void Object.assign(script, { isRateLimited: false }),
    },
    { name: 'asset closed', begin: () => market.setOpen(symbol, false), end: () => market.setOpen(symbol, true) },
    {
      name: 'records late',
      begin: () => void Object.assign(script, { recordsLateMs: LATE_MS }),
      end: () => void Object.assign(script, { recordsLateMs: 0 }),
    },
    {
      name: 'records odd',
      begin: () => void Object.assign(script, { rowForm: pick(['every_second_bare', 'renamed']) }),
      end: () => void Object.assign(script, { rowForm: 'usual' }),
    },
    {
      name: 'records bare',
      begin: () => void Object.assign(script, { areRecordsUnreadable: true }),
      end: () => void Object.assign(script, { areRecordsUnreadable: false }),
    },
    {
      name: 'events odd',
      begin: () => void Object.assign(script, { contractStream: pick(['duplicated', 'reordered', 'silent']) }),
      end: () => void Object.assign(script, { contractStream: 'normal' }),
    },
    {
      name: 'lists left out',
      begin: () => void Object.assign(script, { areListsLeftOut: true }),
      end: () => void Object.assign(script, { areListsLeftOut: false }),
    },
  ];
}
