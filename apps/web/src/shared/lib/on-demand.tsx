import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadPatiently } from './load-patiently.ts';

/** A part of the screen whose code is fetched when it is first shown; `fallback` stands in for it meanwhile. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadPatiently(load) }));
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
