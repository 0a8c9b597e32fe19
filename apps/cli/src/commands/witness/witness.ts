import { readFile } from 'node:fs/promises';
import {
  cosignedAt,
  findHead,
  formatCosigner,
  isKeyName,
  openHead,
  parseCosigner,
  parseKey,
} from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { ed25519, sha256 } from '#node-crypto.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import type { Terminal } from '#terminal.ts';
import { cosignLatestHead } from './cosign-latest-head.ts';
import { openRemoteLog, originOf } from './fetch-log.ts';
import { WITNESS_MESSAGES as MESSAGES } from './messages.es.ts';
import { openWitnessFolder } from './witness-folder.ts';

/** Environment variable with the bot token. A token among the arguments would show in the list of processes. */
const TOKEN_VARIABLE = 'VIGIA_WITNESS_TOKEN';

/** `vigia witness`: cosigns the head of the log of another installation, if it continues the last one. */
export const witness: Command = {
  help: MESSAGES.help,
  run: async (args, { terminal }) => {
    const values = readArguments(args, {
      log: 'string',
      key: 'string',
      folder: 'string',
      name: 'string',
      since: 'string',
      check: 'string',
      witness: 'string',
    });
    if (!values.ok) return values;
    return values.value.has('check') ? checkFile(values.value) : await cosignHead(values.value, terminal);
  },
};

async function cosignHead(values: OptionValues, terminal: Terminal | null): Promise<Result<string, CommandFailure>> {
  const [log, keyText, path] = ['log', 'key', 'folder'].map((name) => values.get(name));
  if (log === undefined || keyText === undefined || path === undefined || values.has('witness'))
    return err(wrongInputFailure(MESSAGES.needs));
  const [origin, key] = [originOf(log), parseKey(sha256, keyText)];
  if (origin === null) return err(wrongInputFailure(MESSAGES.badLog));
  if (key === null) return err(wrongInputFailure(MESSAGES.badKey));
  const name = values.get('name') ?? null;
  if (name !== null && !isKeyName(name)) return err(wrongInputFailure(MESSAGES.badName));
  const since = values.has('since') ? await headIn(values.get('since') ?? '') : null;
  if (since === undefined) return err(wrongInputFailure(MESSAGES.notInFile(values.get('since') ?? '')));
  const token = process.env[TOKEN_VARIABLE] ?? (await terminal?.askHidden(MESSAGES.token))?.trim() ?? '';
  if (token === '') return err(wrongInputFailure(MESSAGES.tokenMissing(TOKEN_VARIABLE)));
  const folder = openWitnessFolder(path, name);
  if (!folder.ok) return folder;
  try {
    const observed = await cosignLatestHead({
      log: openRemoteLog(origin, token),
      key,
      folder: folder.value,
      since,
      nowMs: Date.now(),
    });
    if (!observed.ok) return observed;
    const witnessKey = formatCosigner(sha256, folder.value.witness.key);
    return ok(`${MESSAGES.cosigned({ ...observed.value, witnessKey }).join('\n')}\n`);
  } finally {
    folder.value.close();
  }
}

/** Checks a cosigned head: the signature of its log, and the cosignature of a witness. */
async function checkFile(values: OptionValues): Promise<Result<string, CommandFailure>> {
  const [path = '', keyText, witnessText] = ['check', 'key', 'witness'].map((name) => values.get(name));
  if (keyText === undefined || witnessText === undefined || values.has('log') || values.has('folder'))
    return err(wrongInputFailure(MESSAGES.checkNeeds));
  const [key, cosigner] = [parseKey(sha256, keyText), parseCosigner(sha256, witnessText)];
  if (key === null) return err(wrongInputFailure(MESSAGES.badKey));
  if (cosigner === null) return err(wrongInputFailure(MESSAGES.badWitness));
  const note = await headIn(path);
  const opened = note === undefined ? null : openHead(ed25519, note, key);
  if (note === undefined || opened === null) return err(wrongInputFailure(MESSAGES.notInFile(path)));
  if (!opened.isSigned) return err({ message: MESSAGES.notSigned(key.name), exitCode: 1 });
  const timeS = cosignedAt(ed25519, note, cosigner);
  if (timeS === null) return err({ message: MESSAGES.notCosigned(cosigner.name), exitCode: 1 });
  return ok(`${MESSAGES.checked(opened.head.size, cosigner.name, new Date(timeS * 1_000))}\n`);
}

/** Returns the signed head in a file, which may be a saved mail; undefined if it has none. */
const headIn = async (path: string): Promise<string | undefined> =>
  findHead(await readFile(path, 'utf8').catch(() => '')) ?? undefined;
