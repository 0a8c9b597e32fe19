import { VigiaClient } from '@vigia/client';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { MCP_MESSAGES } from './messages.es.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';
/** Every bot token begins with this text. A session token could use real money. */
const BOT_TOKEN_START = 'vigia_bot_';

/** Returns a client of the server that the environment names. Messages never contain the token. */
export function clientFromEnvironment(environment: NodeJS.ProcessEnv): Result<VigiaClient, CommandFailure> {
  const token = environment['VIGIA_BOT_TOKEN']?.trim() ?? '';
  if (token === '') return err(wrongInputFailure(MCP_MESSAGES.noToken));
  if (!token.startsWith(BOT_TOKEN_START) || /[^\w-]/.test(token))
    return err(wrongInputFailure(MCP_MESSAGES.notBotToken));
  try {
    return ok(new VigiaClient({ url: environment['VIGIA_URL']?.trim() || DEFAULT_URL, token }));
  } catch (error) {
    if (error instanceof TypeError) return err(wrongInputFailure(MCP_MESSAGES.badUrl));
    throw error;
  }
}
