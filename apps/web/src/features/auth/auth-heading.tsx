import { Link } from '@tanstack/react-router';
import type { PATHS } from '#shared/lib/paths.ts';

type AuthHeadingProps = {
  readonly title: string;
  readonly text?: string;
  /** Link to the other form: sign-in or sign-up. */
  readonly link?: { readonly text: string; readonly to: typeof PATHS.login | typeof PATHS.register };
};

/** Renders the page title, a text and the link to the other form. */
export const AuthHeading = ({ title, text, link }: AuthHeadingProps) => (
  <div>
    <h1 className="text-28 tracking-[-0.02em]">{title}</h1>
    <p className="mt-1 text-fg-2">
      {text}{' '}
      {link && (
        <Link to={link.to} className="font-medium text-accent hover:underline">
          {link.text}
        </Link>
      )}
    </p>
  </div>
);
