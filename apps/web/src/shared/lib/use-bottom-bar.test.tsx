import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { useBottomBar } from './use-bottom-bar.ts';

afterEach(cleanup);

function Bar() {
  const bar = useRef<HTMLDivElement>(null);
  useBottomBar(bar);
  return <div ref={bar} />;
}

it('useBottomBar publishes the height of the bar on each change, and removes it on unmount', () => {
  drawNothing();
  let grow = () => {};
  window.ResizeObserver = class {
    constructor(changed: ResizeObserverCallback) {
      grow = () => changed([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  const { container, unmount } = render(<Bar />);
  const bar = container.firstElementChild;
  const barHeight = () => document.documentElement.style.getPropertyValue('--bottom-bar');
  for (const height of [128, 180]) {
    Object.defineProperty(bar, 'offsetHeight', { value: height, configurable: true });
    grow();
    expect(barHeight()).toBe(`${height}px`);
  }
  unmount();
  expect(barHeight()).toBe('');
});
