import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The terminal of the user. Questions go to stderr, so that stdout contains only the output of the command. */
export type Terminal = {
  /** Asks for a text and does not show it while the user types. */
  readonly askHidden: (question: string) => Promise<string>;
  readonly ask: (question: string) => Promise<string>;
  /** Prints a line about the progress of the command. */
  readonly say: (line: string) => void;
};

const INTERRUPTED = 130;

/** Returns the terminal; null if stdin or stderr is not a terminal. */
export const openTerminal = (): Terminal | null =>
  process.stdin.isTTY && process.stderr.isTTY
    ? {
        askHidden,
        ask: (question) => read(question, process.stderr),
        say: (line) => void process.stderr.write(`${line}\n`),
      }
    : null;

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const answer = await read('', new Writable({ write: (_chunk, _encoding, done) => done() }));
  process.stderr.write('\n');
  return answer;
}

/** If the input ends, the answer is empty. */
function read(prompt: string, echo: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true });
  return new Promise((resolve) => {
    lines.on('SIGINT', () => {
      lines.close();
      process.exit(INTERRUPTED);
    });
    lines.on('close', () => resolve(''));
    lines.question(prompt, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
