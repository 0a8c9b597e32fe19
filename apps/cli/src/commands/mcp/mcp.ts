import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type VigiaClient, VigiaError } from '@vigia/client';
import { validationMessage } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { allowsEffect, type BotScope } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { version } from '#version.ts';
import { MCP_MESSAGES } from './messages.es.ts';
import { clientFromEnvironment } from './read-settings.ts';
import { createMcpServer } from './server.ts';
import { toolsFor } from './tools/index.ts';

/** Scopes that are assumed while the server does not answer: its refusals then decide. */
const READING_ONLY: readonly BotScope[] = ['read'];
/** Largest unread input of the protocol, in bytes. */
const MESSAGE_BYTES_MAX = 1_048_576;

const complain = (line: string): void => void process.stderr.write(`vigia mcp: ${line}\n`);

/** `vigia mcp`: serves the Model Context Protocol on stdin and stdout until stdin ends. */
export const mcp: Command = {
  help: MCP_MESSAGES.help,
  run: async (args) => {
    if (args.length > 0) return err(wrongInputFailure(MCP_MESSAGES.noOptions));
    const client = clientFromEnvironment(process.env);
    if (!client.ok) return client;
    const scopes = await scopesOf(client.value);
    if (!scopes.ok) return scopes;
    z.config({ localeError: validationMessage });
    const server = createMcpServer(client.value, toolsFor(scopes.value), version(), complain);
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve).once('close', resolve);
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
      server.server.onclose = resolve;
    });
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
    server.server.onerror = (error) => complain(error.message);
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MESSAGE_BYTES_MAX });
    await server.connect(transport);
    await ended;
    await server.close();
    return ok('');
  },
};

/** Returns the scopes of the token. While the server is away, it returns only the scope for reading. */
async function scopesOf(client: VigiaClient): Promise<Result<readonly BotScope[], CommandFailure>> {
  try {
    const { data } = await client.call('GET /api/v1/account/access');
    // A session has no scopes. It could use real money, so it is refused like an unknown token.
    if (data.scopes === null) return err(wrongInputFailure(MCP_MESSAGES.notBotToken));
    return allowsEffect(data.scopes, 'reads') ? ok(data.scopes) : err(wrongInputFailure(MCP_MESSAGES.noReading));
  } catch (error) {
    if (!(error instanceof VigiaError)) throw error;
    const { failure, message } = error;
    if (failure.kind === 'refused' && failure.code === 'insufficient_scope')
      return err(wrongInputFailure(MCP_MESSAGES.noReading));
    const isRefused = failure.kind === 'refused' && (failure.status === 401 || failure.status === 403);
    if (isRefused) return err(wrongInputFailure(MCP_MESSAGES.refused(message)));
    complain(MCP_MESSAGES.away(message));
    return ok(READING_ONLY);
  }
}
