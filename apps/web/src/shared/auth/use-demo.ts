import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS } from '#shared/lib/paths.ts';
import { useAuth } from './auth-context.ts';
import { problemText } from './auth-failure.ts';

/**
 * Returns the functions of the demo. `start` signs in to a demo account without an email address and navigates to
 * /dashboard. `problem` is the error of the last attempt.
 */
export function useDemo() {
  const { signInDemo } = useAuth();
  const navigate = useNavigate();
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    setStarting(true);
    setProblem(null);
    try {
      await signInDemo();
      await navigate({ to: PATHS.dashboard });
    } catch (failure) {
      setProblem(problemText(failure));
      setStarting(false);
    }
  };
  return { start, starting, problem };
}
