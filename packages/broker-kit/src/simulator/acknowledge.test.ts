import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { type AcceptedOrderFault, type AcknowledgeActions, acknowledgeAs } from './acknowledge.ts';

/** Acknowledges an order with a fault. Returns the actions that happen at once, and those of the next minute. */
function done(fault: AcceptedOrderFault | null, more: (said: string[]) => Partial<AcknowledgeActions> = () => ({})) {
  const clock = new ManualClock(0);
  const said: string[] = [];
  acknowledgeAs(fault, clock, {
    acknowledge: () => void said.push('ack'),
    cut: () => void said.push('cut'),
    ...more(said),
  });
  const atOnce = [...said];
  clock.advance(60_000);
  return [atOnce, said.slice(atOnce.length)];
}

describe('an accepted order in a simulator', () => {
  it.each<[AcceptedOrderFault | null, string[], string[]]>([
    [null, ['ack'], []],
    [{ kind: 'no_ack' }, [], []],
    [{ kind: 'cut_after_booking' }, ['cut'], []],
    [{ kind: 'delay_ack', ms: 45_000 }, [], ['ack']],
    [{ kind: 'double_ack' }, ['ack', 'ack'], []],
    [{ kind: 'cut_after_ack' }, ['ack', 'cut'], []],
  ])('is acknowledged as the scripted fault %j requires', (fault, atOnce, later) => {
    expect(done(fault)).toEqual([atOnce, later]);
  });

  it('is acknowledged a second time through the callback `again`, if the simulator provides this callback', () => {
    const again = (said: string[]) => ({ again: () => void said.push('again') });
    expect(done({ kind: 'double_ack' }, again)[0]).toEqual(['ack', 'again']);
  });

  it('can be followed by a disconnect, through `end` after an acknowledgement, and through `cut` without one', () => {
    const end = (said: string[]) => ({ end: () => void said.push('end') });
    expect(done({ kind: 'cut_after_ack' }, end)[0]).toEqual(['ack', 'end']);
    expect(done({ kind: 'cut_after_booking' }, end)[0]).toEqual(['cut']);
  });
});
