import { useQuery } from '@tanstack/react-query';
import type { RealMoneyObstacle } from '@vigia/core/vocabulary';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { realMoneyMessages as words } from './messages.es.ts';
import { Missing } from './missing.tsx';

type ConditionsProps = {
  /** The obstacles that apply to the requested action. */
  readonly inTheWay: (obstacles: readonly RealMoneyObstacle[]) => readonly RealMoneyObstacle[];
  readonly onLeave: () => void;
};

/** Lists the conditions that the server requires and their current state; only the server decides. */
export function Conditions({ inTheWay, onLeave }: ConditionsProps) {
  const { data: safety, isError } = useQuery({ ...safetyQuery, staleTime: 0 });
  if (safety) {
    const obstacles = inTheWay(safety.obstacles);
    if (obstacles.length > 0) return <Missing obstacles={obstacles} onLeave={onLeave} />;
  }
  return <p className="text-13 text-fg-2">{safety ? words.allMet : isError ? words.unknown : words.checking}</p>;
}
