import { ensureProgram, programPath } from './debian-program.mjs';

const NATS_SERVER = {
  name: 'nats-server',
  variable: 'NATS_SERVER',
  debianPackage: 'nats-server',
  debianFile: 'usr/sbin/nats-server',
};

/** The NATS server to test with; null where there is none: the tests that need it are skipped by name then. */
export const natsServer = () => programPath(NATS_SERVER);

/** As `natsServer`, for what cannot do without. */
export const ensureNatsServer = () => ensureProgram(NATS_SERVER);
