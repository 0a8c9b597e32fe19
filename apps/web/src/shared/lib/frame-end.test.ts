import { expect, it } from 'vitest';
import { requestFrameEnd, runAtFrameEnd } from './frame-end.ts';

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Waits for the frame after the next one, when all callbacks of the next one have run. */
const afterFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

it('the end of a frame runs each task once, after the callbacks that the same event requested', async () => {
  const order: string[] = [];
  const publish = () => void order.push('published');
  requestFrameEnd(publish);
  requestFrameEnd(publish);
  await Promise.resolve();
  requestAnimationFrame(() => order.push('drawn'));
  await nextTurn();
  await afterFrame();
  expect(order).toEqual(['drawn', 'published']);
});

it('a change during a frame is published with the others at its end', async () => {
  const order: string[] = [];
  requestFrameEnd(() => order.push('price'));
  requestAnimationFrame(() => {
    runAtFrameEnd(() => order.push('legend'));
    order.push('drawn');
  });
  await nextTurn();
  await afterFrame();
  expect(order).toEqual(['drawn', 'price', 'legend']);
});

it('a change is published at once if the end of the coming frame is not requested', async () => {
  const order: string[] = [];
  runAtFrameEnd(() => order.push('before'));
  requestFrameEnd(() => order.push('end'));
  runAtFrameEnd(() => order.push('planned only'));
  await nextTurn();
  await afterFrame();
  runAtFrameEnd(() => order.push('after'));
  expect(order).toEqual(['before', 'planned only', 'end', 'after']);
});
