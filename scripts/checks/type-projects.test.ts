import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

type Project = {
  readonly compilerOptions: { readonly outDir: string; readonly tsBuildInfoFile: string };
  readonly references: readonly { readonly path: string }[];
};
type Manifest = { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> };

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const projectOf = (folder: string): Project => JSON.parse(textOf(join(folder, 'tsconfig.json')));
const manifestOf = (folder: string): Manifest => JSON.parse(textOf(`${folder}/package.json`));
const under = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);

const folders = [...['packages', 'brokers', 'apps'].flatMap(under), 'e2e', 'bench', 'faults'].filter((folder) =>
  existsSync(join(ROOT, folder, 'package.json')),
);
const manifests = new Map(folders.map((folder) => [folder, manifestOf(folder)]));
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
const referencesOf = (folder: string) => projectOf(folder).references.map(({ path }) => join(folder, path));

describe('the TypeScript projects', () => {
  it.each(folders)('write their output to separate folders: %s', (folder) => {
    const { compilerOptions } = projectOf(folder);
    const up = folder.replaceAll(/[^/]+/g, '..');
    expect(compilerOptions).toMatchObject({
      outDir: `${up}/.tsbuild/${folder}`,
      tsBuildInfoFile: `${up}/.tsbuild/${folder}/tsconfig.tsbuildinfo`,
    });
  });

  it.each([...manifests])('reference the workspaces that they depend on: %s', (folder, { dependencies = {} }) => {
    const needed = Object.keys(dependencies).flatMap((name) => folderOf.get(name) ?? []);
    expect(referencesOf(folder)).toEqual(expect.arrayContaining(needed));
  });

  it('are all part of the build in tsconfig.json', () => {
    expect(referencesOf('.')).toEqual(expect.arrayContaining(folders));
  });
});
