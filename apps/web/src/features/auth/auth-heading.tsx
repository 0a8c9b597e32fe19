import { Link } from '@tanstack/react-router';
import type { PATHS } from '#shared/lib/paths.ts';

type AuthHeadingProps = {
  readonly title: string;
  readonly question: string;
  readonly other: string;
  readonly to: typeof PATHS.login | typeof PATHS.register;
};

/** The page's name and the way to the other form. */
export function AuthHeading({ title, question, other, to }: AuthHeadingProps) {
  return (
    <div>
      <h1 className="text-28 tracking-[-0.02em]">{title}</h1>
      <p className="mt-1 text-fg-2">
        {question}{' '}
        <Link to={to} className="font-medium text-accent hover:underline">
          {other}
        </Link>
      </p>
    </div>
  );
}
