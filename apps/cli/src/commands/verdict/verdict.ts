import { err, ok, type Result } from '@vigia/core/kernel';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { evidenceAfterEachSettlement, judgeCards } from './judge.ts';
import { cardJson, cardText, lookText, VERDICT_MESSAGES as words } from './messages.es.ts';
import { readTrades } from './read-trades.ts';

const KINDS = { trades: 'string', every: 'boolean', json: 'boolean' } as const;

async function run(args: readonly string[]): Promise<Result<string, CommandFailure>> {
  const options = readArguments(args, KINDS);
  if (!options.ok) return options;
  const file = options.value.get('trades');
  if (file === undefined) return err(wrongInputFailure(words.noTrades));
  const trades = await readTrades(file);
  if (!trades.ok) return trades;
  const cards = judgeCards(trades.value);
  const looks = options.value.has('every') ? evidenceAfterEachSettlement(trades.value) : [];
  if (options.value.has('json')) {
    const judged = { cards: cards.map(cardJson) };
    const shown = options.value.has('every') ? { ...judged, every: looks } : judged;
    return ok(`${JSON.stringify(shown, null, 2)}\n`);
  }
  return ok([...looks.map(lookText), ...cards.map((card) => cardText(card, cards.length))].join('\n'));
}

/** `vigia verdict`: judges trades of a file by the always-valid test of the app. */
export const verdict: Command = { help: words.help, run };
