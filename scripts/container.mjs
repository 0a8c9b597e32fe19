/**
 * `npm run container [-- --base IMAGE] [--cluster]`: builds the container image of the last released package and of the
 * present version with Debian's buildah, and tries them as a user does: a demo account and a practice trade, `kill -9`,
 * a new start, an upgrade to the present version and a stop. Account, trade and balance must be there each time.
 * Without `--base` the image with Node is made of Debian's packages, because a registry of images may be out of reach.
 * `--cluster` then runs the services of deploy/compose.yml.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryCluster } from './lib/container-cluster.mjs';
import { buildImage, debianImage, ensurePrograms, sizeOf } from './lib/container-image.mjs';
import { listWritablePaths, removeContainers, startContainer } from './lib/container-run.mjs';
import { makeRelease, newestReleasedPackage } from './lib/made-release.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { firstVisit, nextVisit, runTimedStep } from './lib/visits.mjs';

const MOST_BYTES = 250e6;

await main(async () => {
  const { values } = parseArgs({ options: { base: { type: 'string' }, cluster: { type: 'boolean' } } });
  const folder = mkdtempSync(join(tmpdir(), 'vigia-container-'));
  try {
    await runTimedStep('buildah, debootstrap y podman instalados', () =>
      ensurePrograms(['buildah', 'debootstrap', 'podman', 'runc']),
    );
    const release = await runTimedStep('paquete de esta versión hecho', () => makeRelease(join(folder, 'release')));
    const base = values.base ?? (await runTimedStep('imagen con Debian y Node', debianImage));
    const earlier = await imageOf(newestReleasedPackage(), base);
    const present = await imageOf(release, base);
    await checkPermissions(present);
    await journey(earlier, present, join(folder, 'data'));
    if (values.cluster === true) await tryCluster(present, join(folder, 'cluster'));
  } finally {
    await removeContainers();
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Builds an image and prints its size.
 * @param {import('./lib/made-release.mjs').Release} release
 * @param {string} base
 */
async function imageOf(release, base) {
  const image = await runTimedStep(`imagen de ${release.version}`, () => buildImage(release, base));
  const { unpackedBytes, archiveBytes } = await sizeOf(image);
  say(`          ${megabytes(unpackedBytes)}, ${megabytes(archiveBytes)} comprimida`);
  if (unpackedBytes > MOST_BYTES) throw new Stop(`La imagen ocupa más de ${megabytes(MOST_BYTES)}.`);
  return image;
}

/** @param {string} image */
async function checkPermissions(image) {
  const { userId, writable } = await runTimedStep('permisos dentro de la imagen', () => listWritablePaths(image));
  if (userId === 0) throw new Stop('La imagen corre como root.');
  if (writable.length > 0) throw new Stop(`El usuario de la imagen puede escribir en ${writable.join(', ')}.`);
}

/**
 * Uses the earlier image, kills it, and continues with the present one on the same data.
 * @param {string} earlier
 * @param {string} present
 * @param {string} data
 */
async function journey(earlier, present, data) {
  const first = await startContainer(earlier, 'vigia-tried', data);
  await runTimedStep('versión anterior en marcha', first.ready);
  let left = await firstVisit(first.url, runTimedStep);
  await runTimedStep('kill -9 y arrancada otra vez', async () => {
    await first.kill();
    await first.start();
    await first.ready();
  });
  left = await nextVisit(first.url, left, runTimedStep);
  await runTimedStep('parada', first.stop);
  const second = await startContainer(present, 'vigia-tried', data);
  await runTimedStep('esta versión en marcha, con los mismos datos', second.ready);
  await nextVisit(second.url, left, runTimedStep);
  await runTimedStep('comprobación de salud de la imagen', second.checkHealth);
  say(`          memoria: ${await second.memory()}`);
  await runTimedStep('parada', second.stop);
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}
