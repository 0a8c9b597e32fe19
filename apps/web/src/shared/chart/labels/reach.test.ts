import { describe, expect, it } from 'vitest';
import { reachesOf } from './reach.ts';

const badge = (left: number, top: number) => ({ left, top, width: 16, height: 16 });

describe('the area for a finger', () => {
  it('is 44 pixels wide and high around a small label', () => {
    expect(reachesOf([badge(100, 100)])).toEqual([{ top: 14, right: 14, bottom: 14, left: 14 }]);
  });

  it('does not extend beyond a side that is large enough', () => {
    expect(reachesOf([{ left: 0, top: 0, width: 86, height: 38 }])).toEqual([{ top: 3, right: 0, bottom: 3, left: 0 }]);
  });

  it('ends in the middle between two stacked labels, in whichever order they come', () => {
    const [upper, lower] = [badge(100, 100), badge(100, 119)];
    const [above, below] = [
      { top: 14, right: 14, bottom: 1.5, left: 14 },
      { top: 1.5, right: 14, bottom: 14, left: 14 },
    ];
    expect(reachesOf([upper, lower])).toEqual([above, below]);
    expect(reachesOf([lower, upper])).toEqual([below, above]);
  });

  it('ends in the middle between a label and another one beside it', () => {
    const [left, right] = reachesOf([badge(100, 100), { left: 126, top: 90, width: 86, height: 38 }]);
    expect(left).toEqual({ top: 14, right: 5, bottom: 14, left: 14 });
    expect(right).toEqual({ top: 3, right: 0, bottom: 3, left: 0 });
  });

  it('is whole if the other label is far enough away', () => {
    expect(reachesOf([badge(100, 100), badge(144, 100), badge(100, 144)])).toEqual(
      Array.from({ length: 3 }, () => ({ top: 14, right: 14, bottom: 14, left: 14 })),
    );
  });
});
