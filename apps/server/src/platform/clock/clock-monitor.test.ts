import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { ClockMonitor } from './clock-monitor.ts';

describe('ClockMonitor', () => {
  it('logs and counts each jump of the clock, stores the latest jump, and calls onJump', async () => {
    const clock = new ManualClock(1_790_000_000_000);
    const logged: string[] = [];
    const registry = new Registry();
    let jumps = 0;
    const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) });
    const monitor = new ClockMonitor({ clock, log, registry, onJump: () => (jumps += 1) });
    monitor.start();
    clock.advance(60_000);
    expect(monitor.last).toBeNull();
    clock.jump(-300_000);
    clock.advance(1_000);
    expect(monitor.last).toEqual({ atMs: clock.now(), jumpMs: -300_000 });
    clock.jump(300_000);
    clock.advance(60_000);
    expect([jumps, monitor.last?.jumpMs]).toEqual([2, 300_000]);
    expect(logged.filter((line) => line.includes('wall clock jumped'))).toHaveLength(2);
    expect(await registry.metrics()).toContain('vigia_clock_jumps_total 2');
    monitor.stop();
    clock.jump(1_000);
    clock.advance(5_000);
    expect(jumps).toBe(2);
  });
});
