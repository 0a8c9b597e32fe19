import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { PATHS } from '#shared/lib/paths.ts';
import { backtestMessages as words } from '../messages.es.ts';
import { JobView } from './job-view.tsx';

/** Renders a test and the link to its own page. */
export const BacktestWithLink = ({ id, ...rest }: ComponentProps<typeof JobView>) => (
  <div className="grid min-w-0 gap-3">
    <JobView key={id} id={id} {...rest} />
    <Link
      to={PATHS.tests}
      search={{ ver: id }}
      className="justify-self-end text-13 text-accent hover:underline touch-target"
    >
      {words.openAlone}
    </Link>
  </div>
);
