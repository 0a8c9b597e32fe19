import { StartupError } from '../startup-error.ts';

/**
 * The roles of processes: `api` serves users, `feed` runs price feeds and broker sessions, `engine` finds signals,
 * `settler` settles trades and sends notifications.
 */
export const ROLES = ['api', 'feed', 'engine', 'settler'] as const;
export type Role = (typeof ROLES)[number];

/**
 * The roles of this process, and the NATS server that connects it to other processes. `natsUrl` is null if it is the
 * only process and has every role.
 */
export type ClusterChoice = { readonly roles: ReadonlySet<Role>; readonly natsUrl: string | null };

/** Parses `all` or a list of roles separated by commas. Returns null if the text is invalid. */
export function parseRoles(text: string): ReadonlySet<Role> | null {
  if (text === 'all') return new Set(ROLES);
  const given = text.split(',').map((name) => name.trim());
  const roles = ROLES.filter((role) => given.includes(role));
  return roles.length === given.length ? new Set(roles) : null;
}

export const ROLES_RULE = `all o algunos de estos, separados por comas: ${ROLES.join(', ')}`;

export const isNatsUrl = (text: string): boolean =>
  URL.canParse(text) && /^(?:nats|tls):$/.test(new URL(text).protocol) && /^\/?$/.test(new URL(text).pathname);

export const NATS_URL_RULE =
  'una dirección nats://servidor:puerto o tls://servidor:puerto, con usuario:clave@ si hace falta';

/**
 * Reads the cluster settings of this process.
 * @throws StartupError if several processes lack a shared database, key, site or NATS
 */
export function readCluster({
  roles,
  natsUrl,
  databaseUrl,
  hasMasterKey,
  siteUrl,
}: {
  readonly roles: ReadonlySet<Role>;
  readonly natsUrl: string | null;
  readonly databaseUrl: string | null;
  readonly hasMasterKey: boolean;
  readonly siteUrl: string | null;
}): ClusterChoice {
  if (natsUrl === null && roles.size < ROLES.length)
    throw refusal('VIGIA_ROLES reparte el trabajo entre varios procesos, que hablan por NATS: da también NATS_URL.');
  if (natsUrl !== null && databaseUrl === null)
    throw refusal('Con NATS_URL varios procesos comparten una base de datos: da también DATABASE_URL.');
  if (natsUrl !== null && !hasMasterKey)
    throw refusal('Con NATS_URL todos los procesos necesitan la misma clave maestra: da también VIGIA_MASTER_KEY.');
  if (natsUrl !== null && siteUrl === null)
    throw refusal('Con NATS_URL todos los procesos son un solo sitio, con una sola dirección: da también SITE_URL.');
  return { roles, natsUrl };
}

const refusal = (message: string): StartupError => new StartupError(message, { exitCode: 2 });
