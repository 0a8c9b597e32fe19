import { resolve } from 'node:path';
import { type OutboundProxy, outboundProxy } from '@vigia/broker-kit/outbound';
import { z } from 'zod';
import { isSmtpUrl, parseSender, type Sender } from '../mail/sender.ts';
import { parseDatabaseUrl } from '../persistence/connection.ts';
import { StartupError } from '../startup-error.ts';
import type { TracingChoice } from '../tracing/tracing.ts';
import { type BackupChoice, readBackups } from './backups.ts';
import { BROKER_ORIGINS_RULE, type BrokerOrigins, parseBrokerOrigins } from './broker-origins.ts';
import { type ClusterChoice, isNatsUrl, NATS_URL_RULE, parseRoles, ROLES_RULE, readCluster } from './cluster.ts';
import { dataFolderFor } from './data-folder.ts';
import { isPushSubject, PUSH_SUBJECT_RULE, type PushKeys, readPushKeys } from './push-keys.ts';
import { parseCollectorHeaders, parseTrustedProxies, TRUSTED_PROXIES_RULE } from './surroundings.ts';
import * as telegram from './telegram.ts';

/**
 * The price source: the built-in market, the public prices of Deriv, or a recorded file that is played at `speed` times
 * real time.
 */
export type FeedChoice =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'deriv' }
  | { readonly kind: 'replay'; readonly file: string; readonly speed: number };

/** Address and keys of a hosted Supabase project. `jwtSecret` signs its tokens; null if it publishes public keys. */
export type HostedProjectChoice = { readonly url: string; readonly anonKey: string; readonly jwtSecret: string | null };

/** All settings, validated and in internal units. */
export type Config = {
  /** TCP port. With 0, as in tests, the system chooses a free port. */
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Address of the database; null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Public origin of this installation; null means http://HOST:PORT. */
  readonly siteUrl: string | null;
  /** Proxies whose X-Forwarded-For header is trusted, separated by commas; false: none. */
  readonly trustProxy: string | false;
  readonly feed: FeedChoice;
  readonly logLevel: LogLevel;
  readonly tickRetentionDays: number;
  /** Number of days for which 1-minute candles are kept; null for no limit. */
  readonly candleRetentionDays: number | null;
  /** Master key of 32 bytes from the environment; null if the key file in the data folder contains the key. */
  readonly masterKey: Buffer | null;
  /** New master key of 32 bytes for `vigia rotate-keys`, if the environment contains the master key; otherwise null. */
  readonly nextMasterKey: Buffer | null;
  /**
   * Ed25519 seed of 32 bytes from the environment that signs the heads of the evidence log; null if the key file in the
   * data folder contains it.
   */
  readonly logKey: Buffer | null;
  /**
   * Bearer token for requests of /metrics that do not come from loopback; with null, only loopback may read the
   * metrics.
   */
  readonly metricsToken: string | null;
  /** `mailto:` or `https:` address in /.well-known/security.txt; with null, the file does not exist. */
  readonly securityContact: string | null;
  readonly authReuseIntervalMs: number;
  /** A hosted Supabase project that stores the users; null if this server stores them. */
  readonly hostedProject: HostedProjectChoice | null;
  /** Shortest interval between mails to one address. */
  readonly authEmailIntervalMs: number;
  /**
   * Origins that replace those of brokers, for simulators or another host of the broker. Their keys are the broker and
   * the names in its README.
   */
  readonly brokerOrigins: BrokerOrigins;
  /** OAuth client id of this installation at Deriv; with null, users can sign in there only with a token. */
  readonly derivClientId: string | null;
  /** Proxy for every connection to a broker; null for direct connections. It may contain a password. */
  readonly outboundProxy: OutboundProxy | null;
  /** Key pair that signs push messages, including the private key; null if push is off. */
  readonly push: PushKeys | null;
  /** The bot of this installation at Telegram, including its token; null if it has none. */
  readonly telegram: telegram.TelegramBot | null;
  /** Whether webhooks may have http addresses, any port, and addresses of the network of the installation. */
  readonly webhooksAllowPrivate: boolean;
  /** The mail server and the sender. Without `smtpUrl` mails stay on this machine. The URL contains a password. */
  readonly mail: { readonly smtpUrl: string | null; readonly from: Sender };
  /** The backups that the server takes itself; null if it takes none. They may contain a passphrase. */
  readonly backups: BackupChoice | null;
  /** Address of the person who runs this installation, for mails about its faults; null for no mails. */
  readonly operatorEmail: string | null;
  /** The roles of this process, and its connection to other processes. `natsUrl` may contain a password. */
  readonly cluster: ClusterChoice;
  /** Collector that receives traces; null if tracing is off. */
  readonly tracing: TracingChoice | null;
  /**
   * Time between a request to stop and the stop. During this time /health/ready answers 503 and requests are still
   * served, so that load balancers can switch to other processes.
   */
  readonly shutdownDelayMs: number;
};

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const SECRETS = new Set([
  'DATABASE_URL',
  'VIGIA_MASTER_KEY',
  'VIGIA_MASTER_KEY_NEXT',
  'VIGIA_LOG_KEY',
  'VIGIA_BACKUP_PASSPHRASE',
  'METRICS_TOKEN',
  'SMTP_URL',
  'HTTPS_PROXY',
  'SUPABASE_JWT_SECRET',
  'VAPID_PRIVATE_KEY',
  'TELEGRAM_BOT_TOKEN',
  'NATS_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);
const OUTBOUND_PROXY_RULE = 'la dirección http:// o https:// de un proxy, con usuario:clave@ si los pide y sin ruta';
const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '[::]']);

/** Returns the schema of an integer in a range. Its message completes the sentence "debe ser". */
const whole = (least: number, most: number) => {
  const message = `un número entero entre ${least} y ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
};

const isDatabaseUrl = (text: string): boolean => {
  try {
    parseDatabaseUrl(text);
    return true;
  } catch {
    return false;
  }
};

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/';

const parseFeed = (text: string): FeedChoice | null => {
  if (text === 'simulated' || text === 'deriv') return { kind: text };
  const [, file, speed = '1'] = /^replay:(.+?)(?:@(\d+(?:\.\d+)?))?$/.exec(text) ?? [];
  if (file === undefined || Number(speed) <= 0) return null;
  return { kind: 'replay', file: resolve(file), speed: Number(speed) };
};

const masterKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, '32 bytes en base64 (openssl rand -base64 32)')
  .transform((text) => Buffer.from(text, 'base64'))
  .optional();

const Environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().regex(/^\S+$/, 'un nombre o una dirección de esta máquina').default('127.0.0.1'),
  VIGIA_DATA_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'una dirección postgres://usuario:clave@servidor:puerto/base')
    .optional(),
  SITE_URL: z
    .string()
    .refine(isOrigin, 'una dirección http:// o https:// sin ruta')
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .default('none')
    .transform(parseTrustedProxies)
    .refine((proxies) => proxies !== null, TRUSTED_PROXIES_RULE),
  MARKET_FEED: z
    .string()
    .transform(parseFeed)
    .refine((feed) => feed !== null, 'simulated, deriv o replay:ARCHIVO, con @VELOCIDAD si se quiere')
    .default({ kind: 'simulated' }),
  LOG_LEVEL: z.enum(LOG_LEVELS, LOG_LEVELS.join(', ')).default('warn'),
  TICK_RETENTION_DAYS: whole(1, 365).default(3),
  // The first start backfills 30 days of candles, and indicators need some additional days.
  CANDLE_RETENTION_DAYS: whole(40, 36_500).optional(),
  VIGIA_MASTER_KEY: masterKey,
  VIGIA_MASTER_KEY_NEXT: masterKey,
  VIGIA_LOG_KEY: masterKey,
  VIGIA_BACKUP_DIR: z.string().optional(),
  VIGIA_BACKUP_KEY_FILE: z.string().optional(),
  VIGIA_BACKUP_PASSPHRASE: z.string().optional(),
  VIGIA_BACKUP_KEEP: whole(1, 365).default(14),
  VIGIA_OPERATOR_EMAIL: z.email('una dirección de correo').optional(),
  METRICS_TOKEN: z.string().min(16, 'un texto de 16 caracteres o más').optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'una dirección smtp:// o smtps://usuario:clave@servidor:puerto').optional(),
  MAIL_FROM: z
    .string()
    .transform(parseSender)
    .refine((sender) => sender !== null, 'una dirección, como Vigía <no-responder@vigia.example>')
    .optional(),
  AUTH_REUSE_INTERVAL_S: whole(0, 300).default(10),
  SUPABASE_URL: z
    .string()
    .refine(isOrigin, 'la dirección http:// o https:// del proyecto, sin ruta')
    .transform((text) => new URL(text).origin)
    .optional(),
  SUPABASE_ANON_KEY: z.string().regex(/^\S+$/, 'la clave pública (anon o publishable) del proyecto').optional(),
  SUPABASE_JWT_SECRET: z.string().min(32, 'el secreto JWT del proyecto, de 32 caracteres o más').optional(),
  AUTH_EMAIL_INTERVAL_S: whole(0, 3_600).default(60),
  SECURITY_CONTACT: z
    .string()
    .refine((text) => /^\S+$/.test(text) && isPushSubject(text), 'una dirección mailto: o https:// sin espacios')
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'la clave pública, 65 bytes en base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'la clave privada, 32 bytes en base64url')
    .optional(),
  VAPID_SUBJECT: z.string().refine(isPushSubject, PUSH_SUBJECT_RULE).optional(),
  TELEGRAM_BOT_TOKEN: z.string().regex(telegram.BOT_TOKEN_FORM, telegram.BOT_TOKEN_RULE).optional(),
  TELEGRAM_API_URL: z.string().refine(telegram.isTelegramApi, telegram.TELEGRAM_API_RULE).optional(),
  VIGIA_WEBHOOKS_ALLOW_PRIVATE: z.enum(['true', 'false'], 'true o false').default('false'),
  BROKER_ORIGINS: z
    .string()
    .transform(parseBrokerOrigins)
    .refine((origins) => origins !== null, BROKER_ORIGINS_RULE)
    .default({}),
  DERIV_OAUTH_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'el identificador de tu aplicación en developers.deriv.com')
    .optional(),
  HTTPS_PROXY: z
    .string()
    .refine((text) => outboundProxy(text, '') !== null, OUTBOUND_PROXY_RULE)
    .optional(),
  NO_PROXY: z.string().default(''),
  VIGIA_ROLES: z
    .string()
    .default('all')
    .transform(parseRoles)
    .refine((roles) => roles !== null, ROLES_RULE),
  NATS_URL: z.string().refine(isNatsUrl, NATS_URL_RULE).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isOrigin, 'la dirección http:// o https:// de un recolector OTLP, sin ruta')
    .transform((text) => new URL(text).origin)
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(parseCollectorHeaders)
    .refine((headers) => headers !== null, 'NOMBRE=VALOR, separados por comas'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'un número entre 0 y 1')
    .default('1')
    .transform(Number),
  SHUTDOWN_DELAY_S: whole(0, 60).default(0),
});

/**
 * Reads the settings. An empty value counts as missing.
 * @throws StartupError (exit code 2) that names the variable, its value and the allowed values
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(withLowerCaseProxy(environment)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw wrongValue(parsed.error, given);
  const values = parsed.data;
  if (EVERY_INTERFACE.has(values.HOST) && values.SITE_URL === undefined)
    throw new StartupError(
      `HOST=${values.HOST} abre Vigía a toda la red y entonces SITE_URL es obligatoria: debe ser la dirección con la que se llega, por ejemplo https://vigia.example.`,
      { exitCode: 2 },
    );
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: dataFolderFor(values.VIGIA_DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    siteUrl: values.SITE_URL ?? null,
    trustProxy: values.TRUST_PROXY ?? false,
    feed: values.MARKET_FEED ?? { kind: 'simulated' },
    logLevel: values.LOG_LEVEL,
    tickRetentionDays: values.TICK_RETENTION_DAYS,
    candleRetentionDays: values.CANDLE_RETENTION_DAYS ?? null,
    masterKey: values.VIGIA_MASTER_KEY ?? null,
    logKey: values.VIGIA_LOG_KEY ?? null,
    nextMasterKey: values.VIGIA_MASTER_KEY_NEXT ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    securityContact: values.SECURITY_CONTACT ?? null,
    brokerOrigins: values.BROKER_ORIGINS ?? {},
    derivClientId: values.DERIV_OAUTH_CLIENT_ID ?? null,
    outboundProxy: values.HTTPS_PROXY === undefined ? null : outboundProxy(values.HTTPS_PROXY, values.NO_PROXY),
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from: values.MAIL_FROM ?? { name: 'Vigía', address: `no-responder@${mailHost(values.SITE_URL)}` },
    },
    backups: readBackups({
      folder: values.VIGIA_BACKUP_DIR,
      keyFile: values.VIGIA_BACKUP_KEY_FILE,
      passphrase: values.VIGIA_BACKUP_PASSPHRASE,
      kept: values.VIGIA_BACKUP_KEEP,
    }),
    operatorEmail: values.VIGIA_OPERATOR_EMAIL ?? null,
    authReuseIntervalMs: values.AUTH_REUSE_INTERVAL_S * 1_000,
    hostedProject: hostedProject(values),
    push: readPushKeys({
      publicKey: values.VAPID_PUBLIC_KEY,
      privateKey: values.VAPID_PRIVATE_KEY,
      subject: values.VAPID_SUBJECT,
    }),
    telegram: telegram.telegramBot(values.TELEGRAM_BOT_TOKEN, values.TELEGRAM_API_URL),
    webhooksAllowPrivate: values.VIGIA_WEBHOOKS_ALLOW_PRIVATE === 'true',
    authEmailIntervalMs: values.AUTH_EMAIL_INTERVAL_S * 1_000,
    cluster: readCluster({
      roles: values.VIGIA_ROLES ?? new Set(),
      natsUrl: values.NATS_URL ?? null,
      databaseUrl: values.DATABASE_URL ?? null,
      hasMasterKey: values.VIGIA_MASTER_KEY !== undefined,
      siteUrl: values.SITE_URL ?? null,
    }),
    tracing: tracing(values),
    shutdownDelayMs: values.SHUTDOWN_DELAY_S * 1_000,
  };
}

/** Returns the environment with the proxy variables in upper case, because other programs accept both spellings. */
const withLowerCaseProxy = (environment: Readonly<Record<string, string | undefined>>) => ({
  ...environment,
  HTTPS_PROXY: environment['HTTPS_PROXY'] || environment['https_proxy'],
  NO_PROXY: environment['NO_PROXY'] || environment['no_proxy'],
});

function tracing(values: z.output<typeof Environment>): TracingChoice | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = values;
  return endpoint === undefined ? null : { endpoint, headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {}, ratio };
}

/**
 * Reads the settings of a hosted project.
 * @throws StartupError if only some are set
 */
function hostedProject(values: z.output<typeof Environment>): HostedProjectChoice | null {
  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey, SUPABASE_JWT_SECRET: jwtSecret = null } = values;
  if (url !== undefined && anonKey !== undefined) return { url, anonKey, jwtSecret };
  if (url === undefined && anonKey === undefined && jwtSecret === null) return null;
  throw new StartupError(
    'Para usar un proyecto de Supabase hacen falta SUPABASE_URL y SUPABASE_ANON_KEY: da las dos o ninguna.',
    { exitCode: 2 },
  );
}

/** Returns the host for mail addresses. Mail programs reject a bare IP address after the @. */
function mailHost(siteUrl: string | undefined): string {
  const { hostname } = new URL(siteUrl ?? 'http://localhost');
  return /^(?:[\d.]+|\[.*\])$/.test(hostname) ? 'localhost' : hostname;
}

function wrongValue(error: z.ZodError, given: Readonly<Record<string, string | undefined>>): StartupError {
  const issue = error.issues[0];
  const name = String(issue?.path[0]);
  const shown = SECRETS.has(name) ? 'tiene un valor que no vale' : `=${given[name]} no vale`;
  return new StartupError(`${name}${shown.startsWith('=') ? '' : ' '}${shown}: debe ser ${issue?.message}.`, {
    exitCode: 2,
  });
}
