import { beforeEach, expect, it } from 'vitest';
import { loadPatiently, type RetryControls } from './lazy-component.tsx';

let isOnline: boolean;
let comeBack: () => void;
let pauses: number[];
const line: RetryControls = {
  isOnline: () => isOnline,
  back: () =>
    new Promise((resolve) => {
      comeBack = () => {
        isOnline = true;
        resolve();
      };
    }),
  pause: async (ms) => void pauses.push(ms),
};
beforeEach(() => {
  isOnline = true;
  pauses = [];
});

/** Returns a load function that fails `times` times and then succeeds. */
function partThatFails(times: number) {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  };
}

it('loadPatiently resolves at once when the first load succeeds', async () => {
  expect(await loadPatiently(partThatFails(0), line)).toBe('the part');
  expect(pauses).toEqual([]);
});

it('loadPatiently retries a few times, then throws the last error', async () => {
  expect(await loadPatiently(partThatFails(2), line)).toBe('the part');
  expect(pauses).toEqual([500, 2_000]);
  await expect(loadPatiently(partThatFails(9), line)).rejects.toThrow('Failed to fetch');
});

it('loadPatiently waits without a time limit while the device is offline', async () => {
  isOnline = false;
  const loading = loadPatiently(partThatFails(1), line);
  await Promise.resolve();
  await Promise.resolve();
  comeBack();
  expect(await loading).toBe('the part');
  expect(pauses).toEqual([]);
});
