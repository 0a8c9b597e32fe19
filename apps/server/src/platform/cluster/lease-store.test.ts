import { describe, expect, it } from 'vitest';
import { fairShare } from './lease-store.ts';

describe('fairShare', () => {
  it.each([1, 2, 3, 5, 7, 16, 20])(
    'splits 16 leases among %i members in shares that differ by at most one',
    (members) => {
      const shares = Array.from({ length: members }, (_, index) => fairShare(16, { members, index }));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(16);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    },
  );
});
