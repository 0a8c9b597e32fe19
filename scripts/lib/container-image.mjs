import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NODE_VERSIONS, nodeProgram } from './node-versions.mjs';
import { npmCliPath, run, runNpm } from './processes.mjs';
import { Stop } from './say.mjs';
import { ROOT } from './workspace.mjs';

const FOLDER = join(ROOT, '.cache/container');
/** Images and containers of these scripts. The storage of the machine stays as it is. */
export const CONTAINER_STORAGE = ['--root', join(FOLDER, 'storage'), '--storage-driver', 'vfs'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const [NODE_VERSION = ''] = NODE_VERSIONS.slice(-1);

/**
 * Runs a program of the machine.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<string>} its stdout
 * @throws Stop with its output if it fails
 */
export async function runProgramOrStop(program, args) {
  const { code, stdout, output } = await run(program, args);
  if (code !== 0) throw new Stop(`${program} ${args.join(' ')}\n${output}`);
  return stdout.trim();
}

/**
 * Installs programs from Debian's packages of the same names, if one of them is missing.
 * @param {readonly string[]} names
 * @throws Stop if this machine is no Debian, or this user is not root
 */
export async function ensurePrograms(names) {
  if (names.every((name) => ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, name))))) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Stop(`Esto necesita ${names.join(', ')} y ser root: en otra máquina, sudo apt-get install los instala.`);
  await runProgramOrStop('apt-get', ['update', '-qq']);
  await runProgramOrStop('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

/**
 * Makes the image from which an image is built where no registry of images can be reached: Debian stable, Node and npm,
 * with the user `node`, like the image that deploy/Dockerfile names.
 * @returns {Promise<string>} its name
 */
export async function debianImage() {
  const name = `localhost/debian-node:${NODE_VERSION}`;
  const { code } = await run('buildah', [...CONTAINER_STORAGE, 'inspect', '--type', 'image', name]);
  if (code === 0) return name;
  const [system, archive] = [join(FOLDER, 'debian'), join(FOLDER, 'debian.tar')];
  rmSync(system, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const mirror = process.env['DEBIAN_MIRROR'];
  await runProgramOrStop('debootstrap', ['--variant=minbase', 'stable', system, ...(mirror ? [mirror] : [])]);
  await runProgramOrStop('chroot', [system, 'useradd', '--create-home', '--uid', '1000', 'node']);
  await addNode(system);
  const container = await runProgramOrStop('buildah', [...CONTAINER_STORAGE, 'from', 'scratch']);
  // An archive keeps the owners of its files; a folder would belong to root.
  await runProgramOrStop('tar', ['--create', '--file', archive, '--directory', system, '.']);
  await runProgramOrStop('buildah', [...CONTAINER_STORAGE, 'add', '--quiet', container, archive, '/']);
  await runProgramOrStop('buildah', [
    ...CONTAINER_STORAGE,
    'config',
    '--env',
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    container,
  ]);
  await runProgramOrStop('buildah', [...CONTAINER_STORAGE, 'commit', '--quiet', '--rm', container, name]);
  for (const made of [system, archive]) rmSync(made, { recursive: true });
  return name;
}

/** Adds Node and npm, with this machine's certificates and npm registry. @param {string} system */
async function addNode(system) {
  const local = join(system, 'usr/local');
  cpSync(await nodeProgram(NODE_VERSION), join(local, 'bin/node'));
  cpSync(dirname(dirname(npmCliPath())), join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  mkdirSync(join(local, 'etc'), { recursive: true });
  const registry = (await runNpm(['config', 'get', 'registry'])).stdout.trim();
  writeFileSync(join(local, 'etc/npmrc'), `registry=${registry}\ncafile=${CERTIFICATES}\n`);
  mkdirSync(dirname(join(system, CERTIFICATES)), { recursive: true });
  writeFileSync(join(system, CERTIFICATES), readFileSync(CERTIFICATES));
}

/**
 * Builds the image of a release with deploy/Dockerfile.
 * @param {import('./made-release.mjs').Release} release
 * @param {string} base the name of the image with Node
 * @returns {Promise<string>} its name
 */
export async function buildImage({ folder, version }, base) {
  const name = `localhost/vigia:${version}`;
  const files = [
    '--file',
    join(ROOT, 'deploy/Dockerfile'),
    '--ignorefile',
    join(ROOT, 'deploy/Dockerfile.dockerignore'),
  ];
  const values = ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', `VERSION=${version}`];
  // The format of Docker keeps the health check; that of OCI has none.
  const how = ['--isolation', 'chroot', '--format', 'docker', '--pull-never'];
  await runProgramOrStop('buildah', [
    ...CONTAINER_STORAGE,
    'build',
    ...how,
    ...files,
    ...values,
    '--tag',
    name,
    folder,
  ]);
  return name;
}

/**
 * Returns the size of an image: unpacked, and as the compressed archive that a registry stores.
 * @param {string} image
 * @returns {Promise<{ unpackedBytes: number, archiveBytes: number }>}
 */
export async function sizeOf(image) {
  const [entry] = JSON.parse(await runProgramOrStop('buildah', [...CONTAINER_STORAGE, 'images', '--json', image]));
  const archive = join(FOLDER, 'image.tar');
  rmSync(archive, { force: true });
  await runProgramOrStop('buildah', [...CONTAINER_STORAGE, 'push', '--quiet', image, `docker-archive:${archive}`]);
  await runProgramOrStop('gzip', ['--force', '--fast', archive]);
  const archiveBytes = statSync(`${archive}.gz`).size;
  rmSync(`${archive}.gz`);
  return { unpackedBytes: bytesOf(entry.size), archiveBytes };
}

/** @param {string} text such as "212 MB" */
function bytesOf(text) {
  const [, number = '', unit = ''] = /^([\d.]+) ?([KMG]?)B$/.exec(text) ?? [];
  return Number(number) * 1000 ** ['', 'K', 'M', 'G'].indexOf(unit);
}
