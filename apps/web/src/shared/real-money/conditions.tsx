import { useQuery } from '@tanstack/react-query';
import type { RealMoneyObstacle } from '@vigia/core/vocabulary';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { realMoneyMessages as words } from './messages.es.ts';
import { Missing } from './missing.tsx';

type ConditionsProps = {
  /** Those of the obstacles that stand in the way of what is asked for. */
  readonly inTheWay: (obstacles: readonly RealMoneyObstacle[]) => readonly RealMoneyObstacle[];
  readonly onLeave: () => void;
};

/** What the server asks for before it lets this happen, as it stands now; it alone decides. */
export function Conditions({ inTheWay, onLeave }: ConditionsProps) {
  const { data: safety, isError } = useQuery({ ...safetyQuery, staleTime: 0 });
  if (safety) {
    const obstacles = inTheWay(safety.obstacles);
    if (obstacles.length > 0) return <Missing obstacles={obstacles} onLeave={onLeave} />;
  }
  return <p className="text-13 text-fg-2">{safety ? words.allMet : isError ? words.unknown : words.checking}</p>;
}
