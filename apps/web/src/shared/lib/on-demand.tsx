import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { loadPatiently } from './load-patiently.ts';

/** A component whose code loads when it is first shown; `fallback` is rendered meanwhile. */
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
