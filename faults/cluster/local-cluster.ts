import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BreakablePart } from './breakable.ts';
import { OwnNats } from './own-nats.ts';
import { OwnPostgres } from './own-postgres.ts';
import { OwnProcess } from './own-process.ts';

/** The name, roles and port of one process. */
export type ProcessSpec = { readonly name: string; readonly roles: string; readonly port: number };

/** The arguments for the program `node` that start the server. */
export type NodeArguments = readonly string[];

export type ClusterOptions = {
  /** The folder for all data. A later cluster with the same folder continues with the data. */
  readonly folder: string;
  readonly launch: NodeArguments;
  /**
   * The processes in start order. The first process starts alone, because it creates the database schema. Then all
   * others start at the same time.
   */
  readonly places: readonly ProcessSpec[];
  /** The URL of an external database; null if the cluster starts its own database server. */
  readonly databaseUrl: string | null;
  /**
   * The path of the program nats-server to start, or the URL of an external NATS server. Null if one process has all
   * roles and needs no NATS.
   */
  readonly nats: { readonly program: string } | { readonly url: string } | null;
  readonly environment: Readonly<Record<string, string>>;
};

/** A server process of the cluster with its URL. */
export class ServerMember extends OwnProcess {
  readonly roles: string;
  readonly url: string;

  constructor(
    { name, roles, port }: ProcessSpec,
    launch: NodeArguments,
    folder: string,
    environment: Record<string, string>,
  ) {
    const own = join(folder, name);
    mkdirSync(own, { recursive: true, mode: 0o700 });
    super({
      name,
      program: process.execPath,
      args: launch,
      environment: { ...environment, PORT: String(port), VIGIA_DATA_DIR: own, VIGIA_ROLES: roles },
      logFile: join(folder, `${name}.log`),
      readyWhen: /→ http/,
    });
    this.roles = roles;
    this.url = urlOf(port);
  }
}

/** Several server processes with one PostgreSQL and one NATS, all on this machine. */
export class LocalCluster {
  readonly folder: string;
  readonly members: readonly ServerMember[];
  readonly postgres: OwnPostgres | null;
  readonly nats: OwnNats | null;
  readonly databaseUrl: string;
  readonly masterKey: string;

  private constructor(
    members: readonly ServerMember[],
    kept: Pick<LocalCluster, 'folder' | 'postgres' | 'nats' | 'databaseUrl' | 'masterKey'>,
  ) {
    this.folder = kept.folder;
    this.members = members;
    this.postgres = kept.postgres;
    this.nats = kept.nats;
    this.databaseUrl = kept.databaseUrl;
    this.masterKey = kept.masterKey;
  }

  /**
   * Starts the cluster.
   * @throws Error with the log of the part that did not start; all started parts are stopped
   */
  static async open(options: ClusterOptions): Promise<LocalCluster> {
    const { folder, launch, places, environment, nats: asked } = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const masterKey = keptKey(join(folder, 'master.key'));
    const postgres = options.databaseUrl === null ? await OwnPostgres.begin(join(folder, 'postgres')) : null;
    const nats = asked !== null && 'program' in asked ? await OwnNats.make(asked.program, join(folder, 'nats')) : null;
    const natsUrl = nats?.url ?? (asked !== null && 'url' in asked ? asked.url : null);
    const databaseUrl = options.databaseUrl ?? postgres?.url ?? '';
    const shared = {
      // All API processes get the same site URL, so that each accepts the access tokens of the others.
      SITE_URL: siteOf(places),
      DATABASE_URL: databaseUrl,
      VIGIA_MASTER_KEY: masterKey,
      // The work of the evidence log moves between processes, so they share its key.
      VIGIA_LOG_KEY: keptKey(join(folder, 'log.key')),
      ...environment,
      ...(natsUrl !== null && { NATS_URL: natsUrl }),
    };
    const members = places.map((place) => new ServerMember(place, launch, folder, shared));
    const cluster = new LocalCluster(members, { folder, postgres, nats, databaseUrl, masterKey });
    try {
      await nats?.start();
      await members[0]?.start();
      await Promise.all(members.slice(1).map((member) => member.start()));
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  /** Returns every part of the cluster that a fault can affect. */
  get parts(): readonly BreakablePart[] {
    return [...this.members, this.nats, this.postgres].filter((part) => part !== null);
  }

  /** Returns the URLs of the API processes. */
  get apiUrls(): readonly string[] {
    return this.members.filter(servesUsers).map(({ url }) => url);
  }

  /** Stops the cluster: API processes first, the database last. */
  async close(): Promise<void> {
    for (const part of this.parts) part.thaw();
    await Promise.allSettled(this.members.map((member) => member.stop()));
    await this.nats?.stop();
    await this.postgres?.stop();
  }
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
const servesUsers = ({ roles }: Pick<ProcessSpec, 'roles'>): boolean =>
  roles === 'all' || roles.split(',').includes('api');
const siteOf = (places: readonly ProcessSpec[]): string => urlOf((places.find(servesUsers) ?? places[0])?.port ?? 0);

/** Returns the master key that all processes share. The first start of the cluster creates the key file. */
function keptKey(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
