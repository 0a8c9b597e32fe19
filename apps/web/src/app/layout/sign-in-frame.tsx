import { lazy, Suspense } from 'react';
import { AuthLayout } from '#features/auth/auth-layout.tsx';

const SceneBackdrop = lazy(() =>
  import('#features/landing/components/scene-chart.tsx').then((module) => ({ default: module.SceneBackdrop })),
);

/** Renders the sign-in pages over a faint picture of the product. */
export const SignInFrame = () => (
  <AuthLayout
    backdrop={
      <Suspense fallback={null}>
        <SceneBackdrop />
      </Suspense>
    }
  />
);
