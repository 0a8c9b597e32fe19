import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type Installation, installation, StartupError } from '@vigia/server';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { readInstance } from '#running/instance.ts';
import { SERVICE_MESSAGES } from './messages.es.ts';
import { systemdUnit } from './systemd-unit.ts';

const UNIT = 'vigia.service';

/** `vigia service`: installs or removes the service that starts Vigía with the machine. */
export const service: Command = {
  help: SERVICE_MESSAGES.help,
  run: async (args) => {
    const [action, ...rest] = args;
    if (rest.length > 0 || (action !== 'install' && action !== 'uninstall'))
      return err(wrongInputFailure(SERVICE_MESSAGES.action));
    try {
      return action === 'install' ? install(installation()) : uninstall();
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

function install({ isPackaged, folder, dataFolder }: Installation): Result<string, CommandFailure> {
  const [node, program] = [process.execPath, join(folder, 'bin/vigia.mjs')];
  if (process.platform === 'darwin') return err(wrongInputFailure(SERVICE_MESSAGES.macos(node, program)));
  if (process.platform === 'win32') return err(wrongInputFailure(SERVICE_MESSAGES.windows(node, program)));
  if (!isPackaged || folder.includes(`${sep}_npx${sep}`)) return err(wrongInputFailure(SERVICE_MESSAGES.notInstalled));
  if (!systemctl('show-environment').ok) return err({ message: SERVICE_MESSAGES.noSystemd, exitCode: 1 });
  const running = systemctl(`is-active ${UNIT}`).ok ? null : readInstance(dataFolder);
  if (running !== null) return err({ message: SERVICE_MESSAGES.running(running.pid), exitCode: 1 });
  mkdirSync(dirname(unitPath()), { recursive: true });
  writeFileSync(unitPath(), systemdUnit({ node, program, dataFolder }));
  return inOrder(['daemon-reload', `enable --now ${UNIT}`], SERVICE_MESSAGES.installed(unitPath()));
}

function uninstall(): Result<string, CommandFailure> {
  if (!existsSync(unitPath())) return ok(SERVICE_MESSAGES.none);
  const stopped = systemctl(`disable --now ${UNIT}`);
  if (!stopped.ok) return stopped;
  rmSync(unitPath());
  return inOrder(['daemon-reload'], SERVICE_MESSAGES.uninstalled);
}

function inOrder(commands: readonly string[], done: string): Result<string, CommandFailure> {
  for (const command of commands) {
    const outcome = systemctl(command);
    if (!outcome.ok) return outcome;
  }
  return ok(done);
}

/** Runs `systemctl --user` with these arguments. */
function systemctl(words: string): Result<string, CommandFailure> {
  const { status, stdout, stderr, error } = spawnSync('systemctl', ['--user', ...words.split(' ')], {
    encoding: 'utf8',
  });
  if (status === 0) return ok(stdout);
  const reason = error?.message ?? stderr.trim();
  return err({ message: SERVICE_MESSAGES.failed(`systemctl --user ${words}`, reason), exitCode: 1 });
}

/** Returns the file of the unit (XDG Base Directory Specification, systemd.unit(5)). */
const unitPath = (): string => join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'systemd/user', UNIT);
