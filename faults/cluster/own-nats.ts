import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@vigia/server/testing';
import { OwnProcess } from './own-process.ts';

/** A nats-server that the fault tests start, with JetStream on disk and one user. */
export class OwnNats extends OwnProcess {
  readonly url: string;
  readonly password: string;

  private constructor(program: string, folder: string, port: number, password: string) {
    super({
      name: 'nats',
      program,
      args: ['-c', join(folder, 'nats.conf')],
      environment: {},
      logFile: join(folder, 'nats.log'),
      readyWhen: /Server is ready/,
    });
    this.url = `nats://vigia:${password}@127.0.0.1:${port}`;
    this.password = password;
  }

  /** Creates a nats-server with its configuration in the folder. @param program the path of the program nats-server */
  static async make(program: string, folder: string): Promise<OwnNats> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const [port, password] = [await freePort(), randomBytes(24).toString('hex')];
    writeFileSync(join(folder, 'nats.conf'), settings(folder, port, password), { mode: 0o600 });
    return new OwnNats(program, folder, port, password);
  }
}

const settings = (folder: string, port: number, password: string): string => `
host: 127.0.0.1
port: ${port}
jetstream { store_dir: ${JSON.stringify(join(folder, 'jetstream'))} }
authorization { user: vigia, password: "${password}" }
`;
