import { programPath } from './debian-program.mjs';

/** Prometheus' own checker of alert rules; null where there is none: the tests that need it are skipped by name then. */
export const promtool = () =>
  programPath({ name: 'promtool', variable: 'PROMTOOL', debianPackage: 'prometheus', debianFile: 'usr/bin/promtool' });
