import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answeredCodesFile, countsFile, reportFile, SHORT_STAGES } from './stages.mjs';
import { filesUnder, ROOT } from './workspace.mjs';

type Script = {
  readonly command?: string;
  readonly dependencies?: readonly string[];
  readonly files?: readonly string[];
  readonly output?: readonly string[];
};
const { scripts, wireit }: { scripts: Record<string, string>; wireit: Record<string, Script> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const CACHED = Object.entries(SHORT_STAGES)
  .filter(([, stage]) => stage.isAlwaysRun !== true)
  .map(([name]) => name);

/** Returns the patterns of all input files of a stage, without the patterns that exclude files. */
const inputsOf = (name: string): string[] => {
  const { files = [], dependencies = [] } = wireit[name] ?? {};
  return [...files.filter((file) => !file.startsWith('!')), ...dependencies.flatMap(inputsOf)];
};
const reads = (stage: string, file: string): boolean =>
  inputsOf(`stage:${stage}`).some((pattern) => file === pattern || file.startsWith(pattern.replace(/[*].*$/, '')));

describe('the cache of test stages', () => {
  it.each(CACHED)('stores the counts and the report of the stage %s', (name) => {
    expect(scripts[`stage:${name}`]).toBe('wireit');
    expect(wireit[`stage:${name}`]).toMatchObject({
      command: `node scripts/stage.mjs ${name}`,
      output: [
        countsFile(name),
        reportFile(name),
        ...(SHORT_STAGES[name]?.recordsCodes === true ? [answeredCodesFile(name)] : []),
      ].map((file) => file.slice(ROOT.length)),
    });
  });

  it('stores the error codes that servers returned in four stages', () => {
    expect(CACHED.filter((name) => SHORT_STAGES[name]?.recordsCodes === true)).toHaveLength(4);
  });

  it.each([
    ['apps/cli/src/main.ts', ['unit-scripts', 'integration-cli']],
    ['apps/web/src/main.tsx', ['web', 'browser']],
    ['apps/web/src/app/router.tsx', ['unit-scripts', 'web', 'browser']],
    ['apps/web/src/features/automations/README.md', ['unit-scripts', 'web', 'browser']],
    ['packages/contract/src/stream.ts', CACHED],
    ['docs/spec/pcr.md', ['unit-packages', 'unit-scripts', 'integration-http', 'integration-server']],
    ['e2e/flows/phone.e2e.ts', ['browser']],
    ['faults/run.ts', ['faults', 'cluster']],
    [
      'apps/server/src/composition/root.ts',
      ['unit-server', 'integration-http', 'integration-server', 'integration-cli', 'browser', 'faults', 'cluster'],
    ],
    [
      'apps/server/src/features/pcr/pcr.ts',
      [
        'unit-server',
        'unit-scripts',
        'integration-features',
        'integration-http',
        'integration-server',
        'integration-cli',
        'browser',
        'faults',
        'cluster',
      ],
    ],
    ['packages/core/src/index.ts', CACHED.filter((name) => name !== 'unit-scripts')],
    ['package.json', CACHED],
    ['vitest.config.ts', CACHED],
  ])('repeats, after a change of %s, exactly the stages that read this file', (file, stages) => {
    expect(CACHED.filter((name) => reads(name, file)).toSorted()).toEqual(stages.toSorted());
  });

  it.each(CACHED)('uses only existing files as inputs of the stage %s', (name) => {
    const named = inputsOf(`stage:${name}`).filter((pattern) => !pattern.startsWith('../') && !pattern.includes('*'));
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

it('the stages integration-http and integration-server together run each test of the composition exactly once', () => {
  const folder = 'apps/server/src/composition/';
  const named = ['integration-http', 'integration-server'].flatMap(
    (name) => SHORT_STAGES[name]?.args.filter((arg) => arg.startsWith(join(ROOT, folder))) ?? [],
  );
  const tests = filesUnder([folder]).filter((file) => /(?<!\.cli)\.int\.test\.ts$/.test(file));
  expect(tests.length).toBeGreaterThan(50);
  expect(named.toSorted()).toEqual(tests.map((file) => join(ROOT, file)).toSorted());
});
