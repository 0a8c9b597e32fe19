import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { registerFigures } from './register-figures.ts';

describe('registerFigures, which exports several metrics from one read,', () => {
  const HELPS = { vigia_a: 'A', vigia_b: 'B' };

  it('reads the values once for all metrics of a scrape, and again for the next scrape', async () => {
    const registry = new Registry();
    let reads = 0;
    registerFigures(registry, HELPS, async () => {
      reads += 1;
      return { vigia_a: reads, vigia_b: 7 };
    });
    expect(await registry.metrics()).toMatch(/^vigia_a 1$[^]*^vigia_b 7$/m);
    expect(await registry.metrics()).toMatch(/^vigia_a 2$/m);
    expect(reads).toBe(2);
  });

  it('exports NaN if the read fails, and still exports other metrics', async () => {
    const registry = new Registry();
    registerFigures(registry, HELPS, () => Promise.reject(new Error('away')));
    registerFigures(registry, { vigia_c: 'C' }, async () => ({ vigia_c: 1 }));
    expect(await registry.metrics()).toMatch(/^vigia_a Nan$[^]*^vigia_c 1$/im);
  });
});
